import { setFlagsFromString } from 'node:v8'
import { collectGarbage } from './collect-garbage.ts'

/** Little by little V8 would collect everything after a tenth more, every thirty searches, for 20 ms and the memory of all young objects. */
const heapsGrow = {
  freely: '--no-optimize-for-size --heap-growing-percent=0',
  littleByLittle: '--optimize-for-size --heap-growing-percent=70',
}
/** In milliseconds. */
const restMs = 5_000

let isSaving = false
let resting: NodeJS.Timeout | null = null

/**
 * Has the heaps of this process grow little by little from now on, and all garbage collected after each step. That costs a tenth of
 * the speed while an index is filled, and nothing noticeable in small calls.
 */
export function saveMemory(): void {
  isSaving = true
  if (resting === null) setFlagsFromString(heapsGrow.littleByLittle)
}

/**
 * Lets the heaps grow freely until some seconds after the last call of this, and then frees in one pause what they hold no more.
 * Garbage that is collected after each small step takes a rename in hundreds of notes a third of its time, and a thread that works
 * on a long text three times as long as its work. Does nothing in a process that does not save memory.
 */
export function letHeapsGrow(): void {
  if (!isSaving) return
  if (resting === null) setFlagsFromString(heapsGrow.freely)
  else clearTimeout(resting)
  resting = setTimeout(() => {
    resting = null
    setFlagsFromString(heapsGrow.littleByLittle)
    collectGarbage()
  }, restMs).unref()
}
