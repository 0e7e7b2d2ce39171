import { hour, second } from '../base/times.ts'

const firstMs = second
const longestMs = hour

/** How long what has failed so many times waits for its next try, in milliseconds: each time twice as long, an hour at most. */
export function backoffMs(tries: number): number {
  return Math.min(firstMs * 2 ** Math.min(tries - 1, 30), longestMs)
}
