import type { Token, Tokens } from 'marked'
import { type Content, html } from '../../../platform/ui/html.ts'
import { Code } from '../prose.ts'
import { highlight, labelOf } from './code-block.ts'
import { groupByLanguage, type LanguageGroup } from './group-by-language.ts'
import { anchorOf } from './guide.ts'
import { languages } from './languages.ts'
import { pictureAddress } from './pictures.ts'

/** Draws Markdown. Supports the elements of the guides only, and escapes all text. */
export function Markdown({ tokens }: { tokens: readonly Token[] }): Content {
  return groupByLanguage(tokens).map((token) => Piece({ token }))
}

type Draw = (token: never) => Content

const pieces: Readonly<Record<string, Draw>> = {
  space: () => null,
  heading: (token: Tokens.Heading) => {
    const id = anchorOf(token)
    const link = html`<a href=${`#${id}`}>${Markdown({ tokens: token.tokens })}</a>`
    return token.depth === 2 ? html`<h2 id=${id}>${link}</h2>` : html`<h3 id=${id}>${link}</h3>`
  },
  paragraph: (token: Tokens.Paragraph) => html`<p>${Markdown({ tokens: token.tokens })}</p>`,
  text: (token: Tokens.Text) => (token.tokens ? Markdown({ tokens: token.tokens }) : token.text),
  escape: (token: Tokens.Escape) => token.text,
  strong: (token: Tokens.Strong) => html`<strong>${Markdown({ tokens: token.tokens })}</strong>`,
  em: (token: Tokens.Em) => html`<em>${Markdown({ tokens: token.tokens })}</em>`,
  codespan: (token: Tokens.Codespan) => html`<code>${token.text}</code>`,
  br: () => html`<br />`,
  link: (token: Tokens.Link) => html`<a href=${addressOf(token.href)}>${Markdown({ tokens: token.tokens })}</a>`,
  image: (token: Tokens.Image) => html`<img src=${pictureAddress(token.href)} alt=${token.text} />`,
  code: (token: Tokens.Code) => {
    const language = /^\S*/.exec(token.lang ?? '')?.[0] ?? ''
    return Code({ label: labelOf(token.lang ?? ''), text: token.text, markup: highlight(token.text, language) })
  },
  languages: LanguageTabs,
  list: ({ ordered, items, start }: Tokens.List) => {
    const entries = items.map((item) => html`<li>${Markdown({ tokens: item.tokens })}</li>`)
    return ordered ? html`<ol start=${start === 1 ? undefined : start}>${entries}</ol>` : html`<ul>${entries}</ul>`
  },
  table: ({ header, rows }: Tokens.Table) => html`<div class="table" tabindex="0" role="group" aria-label="Table">
    <table>
      <thead><tr>${header.map(({ tokens }) => html`<th scope="col">${Markdown({ tokens })}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map(({ tokens }) => html`<td>${Markdown({ tokens })}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`,
}

// Without the script all files are visible; commands are visible as the guide has them.
function LanguageTabs({ variants }: LanguageGroup): Content {
  return html`<div class="languages" data-languages>
    <div class="tabs" role="group" aria-label="Language" hidden>
      ${variants.map(
        ({ language }, index) => html`<button type="button" data-choose=${language} aria-pressed=${String(index === 0)}>
          ${languages[language].title}
        </button>`,
      )}
    </div>
    ${variants.map(
      ({ language, token, isDerived }) =>
        html`<div data-language=${language} hidden=${isDerived}>${Piece({ token })}</div>`,
    )}
  </div>`
}

function Piece({ token }: { token: Token | LanguageGroup }): Content {
  const draw = pieces[token.type]
  if (draw === undefined) throw new Error(`a guide has what no guide is made of: ${token.type}: ${token.raw}`)
  return draw(token as never)
}

/** Returns the address of a guide's link. Links between guides name the file. */
export function addressOf(href: string): string {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return name === undefined ? href : `/docs/${name}${anchor}`
}
