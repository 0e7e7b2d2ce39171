/** Of what kind an error is: all that is logged of one whose message may hold what must not be written, as a card processor's may. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
