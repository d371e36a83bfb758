// Two gentle notes, made here: it is your turn.
import { settings } from "./settings.svelte"

let context: AudioContext | null = null

/** Sound may begin only after the page was touched. */
export function allowSound(): void {
  if (!settings.sound) return
  context ??= new AudioContext()
  if (context.state === "suspended") void context.resume().catch(() => {})
}

export function chime(): void {
  if (!settings.sound || context?.state !== "running") return
  note(context, 523.25, 0)
  note(context, 783.99, 0.16)
}

function note(context: AudioContext, pitch: number, delay: number): void {
  const start = context.currentTime + delay
  const wave = context.createOscillator()
  const volume = context.createGain()
  wave.type = "sine"
  wave.frequency.value = pitch
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.09, start + 0.03)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.9)
  wave.connect(volume).connect(context.destination)
  wave.start(start)
  wave.stop(start + 1)
}
