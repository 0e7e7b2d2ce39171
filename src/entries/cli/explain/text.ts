import { styleText } from 'node:util'
import type { Tone } from '../../../money/explain/event.ts'
import { timeZones } from '../../../money/plans/local-time.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'

/** Gives a text its colour on a terminal; without colours, the same text. Never longer to the eye. */
export type Paint = (style: Tone | 'strong' | 'soft', text: string) => string

const formats = { strong: 'bold', soft: 'dim', good: 'green', wait: 'yellow', bad: 'red' } as const

/** Colours where the terminal has them and nobody has asked for none (NO_COLOR). */
export function paintOn(stream: NodeJS.WriteStream): Paint {
  return (style, text) => (style === 'plain' ? text : styleText(formats[style], text, { stream }))
}

const narrowest = 60
const widest = 100

/** As wide as the terminal, and no wider than is easily read; where there is none, 100 columns. */
export function pageWidth(columns: number | undefined): number {
  return Math.min(Math.max(columns ?? widest, narrowest), widest)
}

// Merchants, customers and their servers write what they like: nothing of it may move the cursor, or turn the direction of a line.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** The text in one line, without anything that a terminal would obey. */
export function clean(text: string): string {
  return text.replaceAll(unprintable, ' ').replaceAll(/ +/g, ' ').trim()
}

/** Breaks a clean text at spaces into lines of at most so many characters; a longer word is broken itself. */
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

/** The length of the longest. */
export function widthOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0)
}

/** How a page is drawn. */
export interface PageStyle {
  /** In columns. */
  readonly width: number
  /** Also what belongs to a second look. */
  readonly isAll: boolean
  readonly paint: Paint
}

export const indent = '  '

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
  return new Date(at + timeZones[currency].aheadMs).toISOString().slice(11, hasSeconds ? 19 : 16)
}
