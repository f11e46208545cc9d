// The ruler, the playhead and the keyframes. Between two messages of the server the playhead moves by itself.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimeMessage } from '../protocol/messages';
import type { Store } from '../state/store';
import { clampTime, formatTime, lengthOf, positionAfter, received, recordingName, spanOf, ticks } from '../state/timeline';
import { addKey, seek } from './time_actions';
import { tip } from './widgets';

export function TimeTrack({ store, time }: { store: Store; time: TimeMessage }) {
  const track = useRef<HTMLDivElement>(null),
    head = useRef<HTMLDivElement>(null),
    clock = useRef<HTMLSpanElement>(null);
  const [width, setWidth] = useState(600);
  const [wanted, setWanted] = useState<{ number: number; time: number } | null>(null); // a key being dragged
  const asked = useRef<number | null>(null); // by a key press, not yet answered: the next press goes on from there
  const [doubled, setDoubled] = useState(0); // while recording: the position that outgrew the span
  const span = spanOf(time, time.mode === 'recording' ? Math.max(time.position, doubled) : time.position);
  const share = (seconds: number) => `${(100 * clampTime(seconds, span)) / span}%`;

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 600));
    if (track.current) observer.observe(track.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const began = received(time);
    if (time.mode !== 'recording') setDoubled(0);
    const running = time.mode === 'playing' || time.mode === 'recording';
    let request = 0;
    const show = () => {
      const now = positionAfter(time, (performance.now() - began) / 1000);
      if (time.mode === 'recording' && now > span) setDoubled(now);
      if (head.current) head.current.style.left = share(now);
      if (clock.current) clock.current.textContent = formatTime(now);
      if (running) request = requestAnimationFrame(show);
    };
    show();
    return () => cancelAnimationFrame(request);
  }, [time, span]);

  const secondsAt = (clientX: number) => {
    const place = track.current!.getBoundingClientRect();
    return clampTime(((clientX - place.left) / place.width) * span, span);
  };
  const canSeek = time.mode !== 'recording' && (time.recording !== null || time.keys.length > 0);
  const scrub = (event: PointerEvent) => {
    if (event.button !== 0 || !canSeek) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    let newest = event.clientX,
      request = 0;
    const send = () => {
      request = 0;
      void seek(store, Number(secondsAt(newest).toFixed(4)));
    };
    follow((moved) => {
      newest = moved.clientX;
      request ||= requestAnimationFrame(send); // at most once per drawn picture
    });
    send();
  };
  const trackKey = (event: KeyboardEvent) => {
    const end = time.duration || span,
      from = asked.current ?? time.position;
    const to = { Home: 0, End: end, ArrowLeft: from - step(event), ArrowRight: from + step(event), PageDown: from - 1, PageUp: from + 1 }[
      event.key
    ];
    if (to === undefined || !canSeek) return;
    event.preventDefault();
    const position = (asked.current = clampTime(Number(to.toFixed(4)), end));
    void seek(store, position).finally(() => {
      if (asked.current === position) asked.current = null;
    });
  };

  return (
    <div class="time-track-row">
      <div class="clock">
        <div>
          <span ref={clock} />
          {time.mode !== 'recording' && <span class="hint"> / {formatTime(lengthOf(time))}</span>}
        </div>
        <RecordingInfo time={time} />
      </div>
      <div class="track-and-keys">
        <div
          class={`time-track ${canSeek ? '' : 'idle'}`}
          ref={track}
          role="slider"
          tabIndex={0}
          aria-label="Time"
          aria-valuemin={0}
          aria-valuemax={Number(span.toFixed(2))}
          aria-valuenow={Number(time.position.toFixed(2))}
          aria-valuetext={formatTime(time.position)}
          aria-disabled={!canSeek}
          onPointerDown={scrub}
          onKeyDown={trackKey}
        >
          {ticks(span, width).map((second) => (
            <span class="tick" key={second} style={{ left: share(second) }}>
              {second < 0.97 * span && `${Number(second.toFixed(3))} s`}
            </span>
          ))}
          {time.recording && time.source !== 'keyframes' && time.mode !== 'recording' && (
            <div class="recorded" style={{ width: share(time.recording.duration) }} />
          )}
          {time.keys.length > 1 && time.source !== 'recording' && time.mode !== 'recording' && <KeySpan keys={time.keys} share={share} />}
          <div class="playhead" ref={head} />
        </div>
        {time.mode !== 'recording' &&
          time.keys.map((key) => (
            <Key
              key={key.number}
              store={store}
              at={key}
              shown={wanted?.number === key.number ? wanted.time : key.time}
              share={share}
              secondsAt={secondsAt}
              onDrag={setWanted}
            />
          ))}
      </div>
      {time.keys.length === 0 && !time.recording && time.mode === 'live' && (
        <span class="track-hint">
          <button type="button" class="link" onClick={() => addKey(store)}>
            Add keyframes
          </button>{' '}
          or record a motion.
        </span>
      )}
    </div>
  );
}

// The recording's name and the start of its hash.
function RecordingInfo({ time }: { time: TimeMessage }) {
  const { recording } = time;
  if (!recording || time.mode === 'recording') return null;
  const name = recording.name === null ? 'not saved' : recordingName(recording.name);
  const length = `${formatTime(recording.duration)}, ${recording.steps} steps, hash ${recording.hash}.`;
  return (
    <div class="recording-info" {...tip(`Recording: ${name}`, `${length} The same scene and commands always give this hash.`)}>
      <span class="recording-name">{name}</span>
      <code>{recording.hash.slice(0, 8)}</code>
    </div>
  );
}

const step = (event: KeyboardEvent): number => (event.shiftKey ? 1 : event.altKey ? 0.01 : 0.1); // [s]

function KeySpan({ keys, share }: { keys: TimeMessage['keys']; share: (seconds: number) => string }) {
  const times = keys.map((key) => key.time);
  const first = share(Math.min(...times));
  return <div class="key-span" style={{ left: first, width: `calc(${share(Math.max(...times))} - ${first})` }} />;
}

interface KeyProps {
  store: Store;
  at: { number: number; time: number };
  shown: number;
  share: (seconds: number) => string;
  secondsAt: (clientX: number) => number;
  onDrag: (key: { number: number; time: number } | null) => void;
}

function Key({ store, at, shown, share, secondsAt, onDrag }: KeyProps) {
  const move = (time: number) => void store.send('key-move', { number: at.number, time: Number(Math.max(0, time).toFixed(3)) });
  const grab = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const startX = event.clientX;
    let now: number | null = null;
    follow(
      (moved) => {
        if (now === null && Math.abs(moved.clientX - startX) < 3) return;
        now = secondsAt(moved.clientX);
        onDrag({ number: at.number, time: now });
      },
      () => {
        if (now !== null) move(now);
        else void store.send('seek', { source: 'keyframes', position: at.time });
        onDrag(null);
      },
    );
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') void store.send('key-remove', { number: at.number });
    else if (event.key === 'ArrowLeft') move(at.time - step(event));
    else if (event.key === 'ArrowRight') move(at.time + step(event));
    else if (event.key === 'Enter' || event.key === ' ') void store.send('seek', { source: 'keyframes', position: at.time });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      class="key"
      style={{ left: share(shown) }}
      aria-label={`Key at ${formatTime(at.time)}`}
      aria-keyshortcuts="ArrowLeft ArrowRight Delete"
      {...tip(`Key at ${formatTime(shown)}`, 'Drag to move, click to go there, Delete to remove.')}
      onPointerDown={grab}
      onKeyDown={keyDown}
    />
  );
}

function follow(move: (event: PointerEvent) => void, end?: () => void): void {
  const stop = () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', stop);
    removeEventListener('pointercancel', stop);
    end?.();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', stop);
  addEventListener('pointercancel', stop);
}
