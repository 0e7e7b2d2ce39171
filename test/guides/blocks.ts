import type { Token, Tokens } from 'marked'
import { type Fence, parseFence } from '../../src/pages/docs/guides/code-block.ts'
import type { Guide } from '../../src/pages/docs/guides/guide.ts'

/** A code block of a guide. */
export interface Block {
  readonly fence: Fence | { readonly kind: 'other-language' }
  /** The words after the backticks. */
  readonly info: string
  readonly text: string
}

/** A guide's code blocks in order, including those within lists. */
export function blocksOf(guide: Guide): Block[] {
  return codesIn(guide.tokens).map(({ lang = '', text }) => ({ fence: parseFence(lang), info: lang, text }))
}

function codesIn(tokens: readonly Token[]): Tokens.Code[] {
  return tokens.flatMap((token) => {
    if (token.type === 'code') return [token as Tokens.Code]
    const { items = [], tokens: inner = [] } = token as Tokens.Generic
    return codesIn([...items, ...inner])
  })
}
