import type { Token, Tokens } from 'marked'
import { type Fence, parseFence } from '../../src/pages/docs/guides/code-block.ts'
import type { Guide } from '../../src/pages/docs/guides/guide.ts'

/** A block of code of a guide. */
export interface Block {
  readonly fence: Fence
  /** The words behind its backticks. */
  readonly info: string
  readonly text: string
}

/** A guide's blocks, in their order, also those within lists. */
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
