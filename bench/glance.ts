import type { Figure } from './measure.ts'

/** What a reader wants to know first, and the figure that answers it. */
export const glances: readonly { readonly asks: string; readonly figure: string }[] = [
  { asks: 'A capture, for one client', figure: 'capture p50, 1 client' },
  {
    asks: 'A capture right after its payment was read',
    figure: 'captures of what was read a moment before, 1 client, p50',
  },
  { asks: 'Captures a second', figure: 'durable captures, 32 clients' },
  { asks: 'Sessions a second', figure: 'sessions, 32 clients' },
  {
    asks: 'Reads a second, of what was read before',
    figure: 'payment reads of what was read a moment before, 32 clients',
  },
  { asks: 'Reads a second, for the first time', figure: 'payment reads of what nobody has read before, 32 clients' },
  { asks: 'A page of a list, 99 of 100', figure: 'list page p99, 32 clients' },
  { asks: 'From a capture to its webhook, 99 of 100', figure: 'capture due to first byte, at 500 events/s, p99' },
  { asks: 'First start', figure: 'first start' },
  { asks: 'Memory while idle', figure: 'idle memory of the process' },
]

/** Returns the figures that answer these questions, with the questions as names. Throws if one was not measured. */
export function glanceAt(figures: readonly Figure[]): Figure[] {
  return glances.map(({ asks, figure: name }) => {
    const found = figures.find((figure) => figure.name === name)
    if (found === undefined) throw new Error(`${name} was not measured`)
    return { ...found, name: asks }
  })
}
