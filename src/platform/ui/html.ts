import htm from 'htm'
import { type ComponentChild, type ComponentChildren, h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Whatever may stand inside an element. Text is escaped wherever it comes from. */
export type Content = ComponentChildren

type Html = (strings: TemplateStringsArray, ...values: unknown[]) => ComponentChild
type ElementMaker = (type: string, props: Record<string, unknown> | null, ...children: ComponentChild[]) => VNode

/** Markup with JSX's rules in a template text; values are escaped, components are functions. */
// The package's types describe its older module form, in which the default export was a member.
export const html: Html = (htm as unknown as { bind(make: ElementMaker): Html }).bind(h as ElementMaker)

/** The content type of documents. */
export const htmlType = 'text/html; charset=utf-8'

/** An element with all that is in it, as text. */
export function renderHtml(root: ComponentChild): string {
  return renderToString(root as VNode)
}
