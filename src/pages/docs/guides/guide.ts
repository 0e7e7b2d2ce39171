import { Marked, type Token, type Tokens } from 'marked'
import { languageOf } from './languages.ts'

/** A heading of a guide and the text up to the next heading. */
export interface Section {
  /** The anchor; empty for the text before the first heading. */
  readonly id: string
  readonly depth: number
  readonly title: string
  /** The text without Markdown marks. */
  readonly text: string
}

/** A parsed guide. */
export interface Guide {
  readonly name: string
  readonly title: string
  /** The first paragraph without Markdown marks: what the reader can do afterwards. */
  readonly summary: string
  /** The source. */
  readonly markdown: string
  /** All tokens except the title and comments. */
  readonly tokens: readonly Token[]
  readonly sections: readonly Section[]
}

const marked = new Marked({ gfm: true })

/** Parses a guide. Throws if it does not begin with a title and a paragraph, or contains raw HTML. */
export function parseGuide(name: string, markdown: string): Guide {
  const tokens = marked.lexer(markdown).filter((token) => token.type !== 'space' && !isComment(token))
  const [heading, summary, ...rest] = tokens
  if (heading?.type !== 'heading' || heading['depth'] !== 1) throw new Error(`${name}.md begins with no title`)
  if (summary?.type !== 'paragraph') throw new Error(`${name}.md says nothing below its title`)
  marked.walkTokens(tokens, ({ type, raw }) => {
    if (type === 'html') throw new Error(`${name}.md has raw HTML: ${raw}`)
  })
  const title = textOf(heading)
  const shown = [summary, ...rest]
  return { name, title, summary: textOf(summary), markdown, tokens: shown, sections: sectionsOf(title, shown) }
}

function isComment({ type, raw }: Token): boolean {
  return type === 'html' && /^<!--(?:(?!-->)[\s\S])*-->\s*$/.test(raw)
}

function sectionsOf(title: string, tokens: readonly Token[]): Section[] {
  const found: { id: string; depth: number; title: string; texts: string[] }[] = [
    { id: '', depth: 1, title, texts: [] },
  ]
  for (const token of tokens) {
    if (token.type === 'heading')
      found.push({ id: anchorOf(token), depth: token['depth'], title: textOf(token), texts: [] })
    else found.at(-1)?.texts.push(textOf(token))
  }
  return found.map(({ texts, ...section }) => ({ ...section, text: texts.join('\n') }))
}

/** Returns the anchor of a heading, as GitHub makes it. A name before a colon is the anchor: `M1: …` is `m1`. */
export function anchorOf(heading: Token): string {
  const text = textOf(heading)
  const named = /^([A-Z]+\d+):/.exec(text)?.[1] ?? text
  return named
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** Returns the text of a token without Markdown marks. */
export function textOf(token: Token): string {
  if (token.type === 'list') return (token as Tokens.List).items.map(textOf).join('\n')
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((cells) => cells.map((cell) => cell.tokens.map(textOf).join('')).join(' ')).join('\n')
  }
  if (token.type === 'br') return ' '
  // A search for a language, a file or a name finds the code. Each word is kept once: browsers fetch the index.
  if (token.type === 'code' && languageOf(token['lang'] ?? '') !== undefined)
    return [...new Set(`${token['lang']} ${token['text']}`.match(/[\w.-]+/g))].join(' ')
  const { tokens, text = '' } = token as Tokens.Generic & { text?: string }
  return tokens === undefined ? text : tokens.map(textOf).join(isBlockOfBlocks(token) ? '\n' : '')
}

function isBlockOfBlocks({ type }: Token): boolean {
  return type === 'list_item' || type === 'blockquote'
}
