// The timeline: buttons to record, play and loop, and below them the track.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimeMessage } from '../protocol/messages';
import type { Store } from '../state/store';
import { GoalTime, slowWords } from '../state/goal_paths';
import { formatTime, playable, replayWords } from '../state/timeline';
import { OpenRecording, SaveRecording } from './recording_dialogs';
import { RetargetButton, RetargetReport } from './retarget';
import { addKey, goLive, smoothRound, toggleGoals, togglePlaying, toggleRecording } from './time_actions';
import { TimeTrack } from './time_track';
import { Button, IconButton, Segmented, Select, tip } from './widgets';

const speeds = ['0.1', '0.25', '0.5', '1', '2', '4'];

export function TimePanel({ store }: { store: Store }) {
  const time = store.time.value;
  const [dialog, setDialog] = useState<'save' | 'open' | null>(null);
  useEffect(() => {
    if (dialog === 'open') void store.send('files', {});
  }, [dialog]);
  if (!time) return <div class="time-panel" />;
  const recording = time.mode === 'recording',
    playing = time.mode === 'playing';
  const source = playable(time, store.madeLast.value);
  const speed = String(time.speed);
  return (
    <>
      <div class={`time-panel ${time.mode}`}>
        <div class="time-bar">
          <button
            type="button"
            class={`button record short-of-room ${recording ? 'on' : ''}`}
            onClick={() => toggleRecording(store)}
            {...tip(recording ? 'Stop recording' : 'Record', 'Records every step; replays bit for bit.', 'R')}
          >
            <span class="record-dot" />
            {recording ? 'Stop recording' : 'Record'}
          </button>
          <IconButton
            icon={playing ? 'pause' : 'play'}
            label={playing ? 'Pause' : 'Play'}
            keys={time.mode === 'live' ? undefined : 'Space'}
            disabled={source === null || recording || time.replaying !== null}
            tip={
              source ? `Plays the ${source === 'recording' ? 'recording' : 'keyframes'}.` : 'Record something or add two keyframes first.'
            }
            onClick={() => togglePlaying(store)}
          />
          <IconButton icon="loop" label="Loop" pressed={time.loop} onClick={() => void store.send('loop-set', { loop: !time.loop })} />
          <Select
            label="Speed"
            value={speed}
            choices={[...(speeds.includes(speed) ? speeds : [speed, ...speeds])].map((value) => ({ value, words: `${value}×` }))}
            onChange={(value) => void store.send('speed-set', { speed: Number(value) })}
          />
          <Button
            class="short-of-room"
            icon="key"
            keys="K"
            tip="Adds the current posture as a keyframe; playback interpolates smoothly."
            disabled={recording}
            onClick={() => addKey(store)}
          >
            Add key
          </Button>
          <RetargetButton store={store} disabled={recording} />
          <SourceChoice store={store} time={time} />
          {time.goals && <GoalClock store={store} goals={time.goals} />}
          <span class="time-space" />
          {time.replaying !== null && <span class="hint">{replayWords(time)}</span>}
          <IconButton
            icon="save"
            label="Save recording"
            disabled={!time.recording || recording}
            tip="Also saves a timing file."
            onClick={() => setDialog('save')}
          />
          <IconButton icon="folder" label="Open recording" disabled={recording} onClick={() => setDialog('open')} />
          <Button
            class="live-button"
            kind={time.mode === 'live' || recording ? 'quiet' : 'primary'}
            disabled={time.mode === 'live' || recording}
            tip="Continues solving from the current posture."
            onClick={() => goLive(store)}
          >
            Live
          </Button>
        </div>
        <RetargetReport store={store} />
        <TimeTrack store={store} time={time} />
      </div>
      {dialog === 'save' && <SaveRecording store={store} time={time} onClose={() => setDialog(null)} />}
      {dialog === 'open' && <OpenRecording store={store} onClose={() => setDialog(null)} />}
    </>
  );
}

// Goals that move in time: run, back to the start, and where they are; a whole round can become keyframes.
function GoalClock({ store, goals }: { store: Store; goals: NonNullable<TimeMessage['goals']> }) {
  const clock = useRef<HTMLSpanElement>(null);
  const [time] = useState(() => new GoalTime());
  const [slow, setSlow] = useState<string | null>(null);
  const [smoothing, setSmoothing] = useState(false);
  useEffect(() => {
    time.forget();
    setSlow(null);
    const show = (now: number) => {
      const shown = goals.end > 0 ? Math.min(now, goals.end) : now;
      if (clock.current) clock.current.textContent = formatTime(goals.period > 0 ? shown % goals.period : shown);
    };
    show(goals.time);
    if (!goals.run) return;
    const seconds = () => performance.now() / 1000;
    time.note(goals.time, seconds());
    const unsubscribe = store.status.subscribe((status) => {
      if (status?.goal_time == null) return;
      time.note(status.goal_time, seconds());
      setSlow(slowWords(time.pace));
    });
    let request = 0;
    const next = () => {
      show(time.at(seconds()));
      request = requestAnimationFrame(next);
    };
    next();
    return () => {
      cancelAnimationFrame(request);
      unsubscribe();
    };
  }, [goals]);
  return (
    <div class="goal-clock" role="group" aria-label="Goals in time">
      <Button
        icon={goals.run ? 'pause' : 'play'}
        keys="I"
        tip="Goals move along their paths, and the figure follows."
        onClick={() => toggleGoals(store)}
      >
        {goals.run ? 'Stop goals' : 'Run goals'}
      </Button>
      <IconButton icon="undo" label="Goals to their start" onClick={() => void store.send('goals-seek', { time: 0 })} />
      <span class="goal-time" ref={clock} />
      {goals.period > 0 && <span class="hint">of {formatTime(goals.period)}</span>}
      {slow && (
        <span
          class="hint slow"
          {...tip('Slower than real time', 'The solver makes fewer than 1000 steps a second, and goals wait for it.')}
        >
          · {slow}
        </span>
      )}
      <IconButton
        icon="key"
        label="Make keys of the last round"
        tip="The postures of the last whole round replace the keyframes."
        onClick={() => void store.send('goals-keep', {})}
      />
      <IconButton
        icon="wave"
        label="Make keys of a smooth round"
        tip="Makes a round smooth over all its frames at once, the first posture included; it closes exactly."
        disabled={smoothing}
        onClick={() => {
          setSmoothing(true);
          void smoothRound(store).finally(() => setSmoothing(false));
        }}
      />
    </div>
  );
}

// Only if there is a choice.
function SourceChoice({ store, time }: { store: Store; time: TimeMessage }) {
  if (!time.recording || time.keys.length === 0 || time.mode === 'recording') return null;
  return (
    <Segmented
      label="Play"
      value={playable(time, store.madeLast.value) ?? 'recording'}
      choices={[
        { value: 'recording', words: 'Recording' },
        { value: 'keyframes', words: 'Keyframes' },
      ]}
      onChange={(source) => {
        store.madeLast.value = source;
        void store.send('seek', { source, position: 0 });
      }}
    />
  );
}
