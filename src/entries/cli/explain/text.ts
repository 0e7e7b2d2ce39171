import { styleText } from 'node:util'
import type { Tone } from '../../../money/explain/event.ts'
import { localTimeOf } from '../../../money/plans/local-time.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'

/** Returns the text in the colour of its style; without colours the same text. The width on the screen stays. */
export type Paint = (style: Tone | 'strong' | 'soft', text: string) => string

/** How a page is printed. */
export interface PageStyle {
  /** In columns. */
  readonly width: number
  /** Whether details are printed, too (`--all`). */
  readonly isAll: boolean
  readonly paint: Paint
}

export const indent = '  '

const formats = { strong: 'bold', soft: 'dim', good: 'green', wait: 'yellow', bad: 'red' } as const

/** Returns the paint of a terminal: colours if it has them and NO_COLOR is not set. */
export function paintOn(stream: NodeJS.WriteStream): Paint {
  return (style, text) => (style === 'plain' ? text : styleText(formats[style], text, { stream }))
}

const narrowest = 60
const widest = 100

/** Returns the width of a page in columns: that of the terminal, from 60 to 100; without a terminal 100. */
export function pageWidth(columns: number | undefined): number {
  return Math.min(Math.max(columns ?? widest, narrowest), widest)
}

// Merchants, customers and their servers write these texts: no character may move the cursor or change a line's
// direction.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Returns the text in one line, without control characters. */
export function clean(text: string): string {
  return text.replaceAll(unprintable, ' ').replaceAll(/ +/g, ' ').trim()
}

/** Breaks a clean text at spaces into lines of at most `width` characters. A longer word is broken, too. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    if (line === '') line = word
    else if (line.length + 1 + word.length <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

function pieces(word: string, width: number): string[] {
  const parts: string[] = []
  for (let from = 0; from < word.length; from += width) parts.push(word.slice(from, from + width))
  return parts
}

/** Returns the length of the longest text. */
export function widthOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0)
}

const day = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
const headings = new Intl.DateTimeFormat('en-GB', { ...day, weekday: 'long', month: 'long' })
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Sunday 1 March 2026`, of YYYY-MM-DD. */
export function dayHeading(date: string): string {
  return headings.format(Date.parse(date)).replace(',', '')
}

/** `1 Mar 2026`. */
export function shortDate(date: string): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return `${dayOfMonth} ${months[(month ?? 1) - 1]} ${year}`
}

/** `09:00` at the store, or with seconds `09:00:12`. */
export function clockTime(at: Instant, currency: Currency, hasSeconds = false): string {
  return localTimeOf(at, currency).slice(11, hasSeconds ? 19 : 16)
}
