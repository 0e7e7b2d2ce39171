/** A place in a journal, as who reads it keeps it: after this entry. */
export interface Place {
  /** The journal's: places of another one, or of one that was begun anew, are no places of this one. */
  readonly name: string
  /** The entry's number; 0 before the first. */
  readonly number: number
}

const cursorForm = /^([0-9a-f]{12})-(0|[1-9]\d{0,14})$/

export function formatCursor({ name, number }: Place): string {
  return `${name}-${number}`
}

/** The place that a cursor names; undefined when it is none. */
export function parseCursor(text: string): Place | undefined {
  const [, name, number] = cursorForm.exec(text) ?? []
  return name === undefined ? undefined : { name, number: Number(number) }
}
