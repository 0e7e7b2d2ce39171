import type { BackOfficeVisitor } from '../../testkit/back-office-visitor.ts'

/** A form as a page shows it. */
export interface ShownForm {
  readonly method: string
  readonly action: string
  /** The values of its fields, by name. */
  readonly fields: Record<string, string>
  /** The fields for typing. */
  readonly typed: readonly string[]
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')

/** The forms of a page. */
export function formsIn(page: string): ShownForm[] {
  return [...page.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', inside = '']) => {
    const tags = [...inside.matchAll(/<(?:input|textarea|select)[^>]*>/g)].map(([tag]) => tag)
    const named = tags.flatMap((tag) => {
      const name = attribute(tag, 'name')
      return name === undefined ? [] : [{ name, value: attribute(tag, 'value') ?? '', type: attribute(tag, 'type') }]
    })
    return {
      method: attribute(head, 'method') ?? 'get',
      action: attribute(head, 'action') ?? '',
      fields: Object.fromEntries(named.map(({ name, value }) => [name, value])),
      typed: named.filter(({ type }) => type !== 'hidden' && type !== 'checkbox').map(({ name }) => name),
    }
  })
}

/** Returns the fields of the form that confirms what the page asks. */
export function confirmationIn(page: string): Record<string, string> {
  const form = formsIn(page).find(({ fields }) => fields['confirmed'] === 'yes')
  if (form === undefined) throw new Error(`the page asks nothing: ${page}`)
  return form.fields
}

/** Sends a form unchanged. Returns the status. */
export async function sendForm(visitor: BackOfficeVisitor, { method, action, fields }: ShownForm): Promise<number> {
  if (method === 'get') return (await visitor.get(`${action}?${new URLSearchParams(fields)}`)).status
  return (await visitor.send(action, { ...fields, confirmed: 'yes' })).status
}

/**
 * Types a text that the database cannot store into each field of every form of these pages. Returns the tried fields,
 * and those that failed. `tried`: the fields of earlier rounds.
 */
export async function typeUnstorable(
  visitor: BackOfficeVisitor,
  addresses: readonly string[],
  tried = new Set<string>(),
) {
  const failed: string[] = []
  for (const address of addresses) {
    const { status, text } = await visitor.get(address)
    if (status !== 200) continue
    for (const form of formsIn(text)) {
      for (const name of form.typed) {
        const what = `${form.method} ${form.action.replaceAll(/[0-9a-f-]{36}/g, ':id')} ${name}`
        if (tried.has(what)) continue
        tried.add(what)
        const answer = await sendForm(visitor, { ...form, fields: { ...form.fields, [name]: 'a\0b' } })
        if (answer >= 500) failed.push(what)
      }
    }
  }
  return { tried, failed }
}
