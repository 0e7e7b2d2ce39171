import type { Token, Tokens } from 'marked'
import { type Language, languageOf, languages, translateCommands } from './languages.ts'

/** Code that a reader sees in one language at a time. */
export interface LanguageGroup {
  readonly type: 'languages'
  readonly raw: string
  readonly variants: readonly {
    readonly language: Language
    readonly token: Tokens.Code
    readonly isDerived: boolean
  }[]
}

/** Returns the tokens with groups in place of files in several languages, and of commands that run such files. */
export function groupByLanguage(tokens: readonly Token[]): (Token | LanguageGroup)[] {
  const blocks = tokens.filter(isCode).map(({ lang = '', text }) => ({ info: lang, text }))
  const grouped: (Token | LanguageGroup)[] = []
  for (let at = 0; at < tokens.length; ) {
    const [token, ...others] = tokens.slice(at) as [Token, ...Token[]]
    const end = others.findIndex((other) => !isFile(other) || languageOf(other.lang ?? '') === 'js')
    const files = isFile(token) ? [token, ...others.slice(0, end === -1 ? undefined : end)] : [token]
    const group = files.length > 1 ? groupOf(files as Tokens.Code[]) : isCode(token) ? derive(token, blocks) : undefined
    grouped.push(group ?? token)
    at += files.length
  }
  return grouped
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code'
}

function isFile(token: Token): token is Tokens.Code {
  return isCode(token) && languageOf(token.lang ?? '') !== undefined
}

function groupOf(files: readonly Tokens.Code[]): LanguageGroup {
  const variants = files.map((token) => ({ language: languageOf(token.lang ?? '') ?? 'js', token, isDerived: false }))
  return { type: 'languages', raw: files.map(({ raw }) => raw).join(''), variants }
}

function derive(token: Tokens.Code, blocks: Parameters<typeof translateCommands>[2]): LanguageGroup | undefined {
  if (token.lang !== 'sh') return undefined
  const variants = (Object.keys(languages) as Language[]).map((language) => {
    const text = translateCommands(token.text, language, blocks)
    return { language, token: { ...token, text }, isDerived: language !== 'js' }
  })
  const isSame = variants.every((variant) => variant.token.text === token.text)
  return isSame ? undefined : { type: 'languages', raw: token.raw, variants }
}
