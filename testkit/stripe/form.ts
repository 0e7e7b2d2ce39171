/** The value of a form field. Brackets in names are parsed: `metadata[a]=b` and `expand[0]=c`. */
export type FormValue = string | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let at = form
    for (const step of path) {
      const inner = at[step]
      at = typeof inner === 'object' ? inner : enter(at, step)
    }
    at[last] = value
  }
  return form
}

function enter(form: Form, name: string): Form {
  const inner: Form = {}
  form[name] = inner
  return inner
}

export function textIn(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the texts of a list or of a set of pairs. */
export function pairsIn(form: Form, name: string): Record<string, string> {
  const value = form[name]
  if (typeof value !== 'object') return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  )
}
