import { styleText } from 'node:util'
import type { Tone } from '../../../money/explain/event.ts'

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
