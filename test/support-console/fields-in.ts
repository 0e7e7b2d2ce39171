/** Returns the fields of the form with this action, as a browser would send them. Leaves out checkboxes. */
export function fieldsIn(text: string, action: string): Record<string, string> {
  const [, form = ''] = new RegExp(`action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(text) ?? []
  const inputs = [...form.matchAll(/<input\b(?![^>]*checkbox)[^>]*>/g)].map(([input]) =>
    [/name="([^"]*)"/, /value="([^"]*)"/].map((part) => (part.exec(input)?.[1] ?? '').replaceAll('&quot;', '"')),
  )
  const chosen = [...form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)].map(
    ([, name = '', options = '']) => [
      name,
      /<option value="([^"]*)" selected/.exec(options)?.[1] ??
        /<option selected value="([^"]*)"/.exec(options)?.[1] ??
        '',
    ],
  )
  return Object.fromEntries([...inputs, ...chosen])
}
