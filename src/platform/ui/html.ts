import htm from 'htm'
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** What an element may contain. Text is escaped; null, undefined and booleans draw nothing. */
export type Content = VNode | string | number | bigint | boolean | null | undefined | readonly Content[]

/** The value of an attribute. `true` draws its name alone; `false`, null and undefined leave it out. */
type AttributeValue = string | number | bigint | boolean | null | undefined

/** Attributes by name. */
export type AttributeValues = Readonly<Record<string, AttributeValue>>

declare const attributes: unique symbol

/** What `...${}` takes in the tag of an element. */
export interface Attributes {
  readonly [attributes]: true
}

type Html = (strings: TemplateStringsArray, ...values: readonly (Content | Attributes)[]) => Content

/**
 * Elements of HTML in a template, with JSX's rules for white space. Components are called in it: `${Panel({ title
 * })}`.
 */
// The package's types describe its older module form, in which the default export was a member.
export const html: Html = (htm as unknown as { bind(make: typeof h): Html }).bind(h)

/** Returns attributes for `...${}`. Templates take no plain object: it could replace content by mistake. */
export function spread(values: AttributeValues): Attributes {
  return values as unknown as Attributes
}

/** Returns the attribute of an element whose content is this HTML, which nothing escapes. */
export function unescaped(markup: string): Attributes {
  return { dangerouslySetInnerHTML: { __html: markup } } as unknown as Attributes
}

/** The content type of documents. */
export const htmlType = 'text/html; charset=utf-8'

/** Returns the text of an element and all that it contains. */
export function renderHtml(root: Content): string {
  return renderToString(root as VNode)
}
