// Calculations for the timeline: the playhead, the visible span, the ruler's ticks, keyframes.

import type { TimeMessage } from '../protocol/messages';

// "0:04.20", "1:02.00"
export function formatTime(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const minutes = Math.floor(hundredths / 6000);
  return `${minutes}:${((hundredths % 6000) / 100).toFixed(2).padStart(5, '0')}`;
}

// A recording that is being opened; '' if none is.
export const replayWords = ({ replaying }: Pick<TimeMessage, 'replaying'>): string =>
  replaying === null ? '' : `Replaying the recording: ${Math.floor(100 * replaying)} %`;

// The position `elapsed` seconds after the message arrived: time goes on during playback and recording.
export function positionAfter(time: Pick<TimeMessage, 'mode' | 'position' | 'duration' | 'loop' | 'speed'>, elapsed: number): number {
  if (time.mode === 'recording') return time.position + elapsed;
  if (time.mode !== 'playing') return time.position;
  const now = time.position + elapsed * time.speed;
  if (time.duration <= 0) return now;
  return time.loop ? now % time.duration : Math.min(now, time.duration);
}

// When each message arrived: playback is drawn by several parts of the page.
const arrivals = new WeakMap<TimeMessage, number>();
export function received(time: TimeMessage): number {
  const known = arrivals.get(time) ?? performance.now();
  arrivals.set(time, known);
  return known;
}
export const positionNow = (time: TimeMessage): number => positionAfter(time, (performance.now() - received(time)) / 1000);

const lastKeyTime = (keys: TimeMessage['keys']): number => keys.reduce((last, key) => Math.max(last, key.time), 0);

// How long what would be played is [s]. In live mode the server says no duration.
export const lengthOf = (time: Pick<TimeMessage, 'duration' | 'keys' | 'recording' | 'source'>): number =>
  time.source ? time.duration : (time.recording?.duration ?? lastKeyTime(time.keys));

// The visible span [s]: everything recorded or keyed, at least 2 s. While recording it doubles when full, so that it
// seldom jumps.
export function spanOf(time: Pick<TimeMessage, 'mode' | 'duration' | 'keys' | 'recording' | 'source'>, position: number): number {
  if (time.mode === 'recording') {
    let span = 5;
    while (span < position) span *= 2;
    return span;
  }
  const lastKey = lastKeyTime(time.keys);
  const keyed = lastKey > 0 ? lastKey * 1.1 : 0; // room to drag the last key further
  const recorded = time.source === 'keyframes' ? 0 : (time.recording?.duration ?? 0);
  return Math.max(keyed, recorded, time.source === null ? 0 : time.duration, position, 2);
}

// Times of the ruler's labels: 1, 2 or 5 times a power of ten, at least `gap` pixels apart.
export function ticks(span: number, width: number, gap = 64): number[] {
  if (!(span > 0) || !(width > 0)) return [];
  const least = (span * gap) / width;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((m) => m * power).find((each) => each >= least * 0.999) ?? 10 * power;
  return Array.from({ length: Math.floor(span / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

export const clampTime = (seconds: number, span: number): number => Math.min(span, Math.max(0, seconds));

// The time of a new key: the time shown; while live, or if there is a key already, one second after the last key.
export function newKeyTime(time: Pick<TimeMessage, 'mode' | 'position' | 'keys'>, apart = 1): number {
  if (time.keys.length === 0) return time.mode === 'live' ? 0 : time.position;
  const afterLast = Math.max(...time.keys.map((key) => key.time)) + apart;
  const taken = time.keys.some((key) => Math.abs(key.time - time.position) < 1e-3);
  return time.mode === 'live' || taken ? afterLast : time.position;
}

export type PlaySource = 'recording' | 'keyframes';

// The source to play: the one in use, else what was made last, else what there is.
export function playable(time: TimeMessage, madeLast: PlaySource | null): PlaySource | null {
  const has = { recording: time.recording !== null, keyframes: time.keys.length > 1 };
  if (time.mode !== 'live' && time.source && has[time.source]) return time.source;
  if (madeLast && has[madeLast]) return madeLast;
  return has.recording ? 'recording' : has.keyframes ? 'keyframes' : null;
}

// "reach" for the file "reach.recording.json".
export const recordingName = (file: string): string => file.replace(/(\.recording)?\.json$/, '');
