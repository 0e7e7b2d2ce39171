/** How long to wait after so many failures (one or more), in milliseconds: each time twice as long, up to the longest. */
export function backoffMs(failures: number, firstMs: number, maxMs: number): number {
  return Math.min(firstMs * 2 ** (Math.max(failures, 1) - 1), maxMs)
}
