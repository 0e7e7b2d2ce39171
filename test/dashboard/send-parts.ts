import { type BackOfficePage, type BackOfficeVisitor, tokenOf } from '../../testkit/back-office-visitor.ts'

export type FormValue = string | { readonly name: string; readonly content: Uint8Array }

/** Sends a form with files to the dashboard as a browser does, with the token of the visitor's session. */
export async function sendParts(
  url: string,
  from: BackOfficeVisitor,
  path: string,
  values: readonly (readonly [string, FormValue])[],
  token = tokenOf(from),
): Promise<BackOfficePage> {
  const form = new FormData()
  form.append('form_token', token)
  for (const [name, value] of values) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value.content)]), value.name)
  }
  const cookie = cookieOf(from)
  const { status, headers, ...response } = await fetch(url + path, {
    ...{ method: 'POST', body: form, headers: { cookie }, redirect: 'manual' },
  }).then(async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }))
  return { status, headers, ...response, location: headers.get('location') ?? '', setCookie: [] }
}

/** The visitor's cookies. */
export function cookieOf({ cookies }: BackOfficeVisitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
