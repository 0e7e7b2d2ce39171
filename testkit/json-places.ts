/** A path in a JSON value: names and indexes. */
export type Place = readonly (string | number)[]

/** Returns every path in a value; the value itself comes first. */
export function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...at, name]))]
}

/** Returns the value as JSON, with this text at one path. */
export function replacedAt(value: unknown, [name, ...rest]: Place, by: string): string {
  if (name === undefined) return by
  const members = Object.entries(value as object).map(([key, inner]) => {
    const json = key === String(name) ? replacedAt(inner, rest, by) : JSON.stringify(inner)
    return Array.isArray(value) ? json : `${JSON.stringify(key)}:${json}`
  })
  return Array.isArray(value) ? `[${members.join(',')}]` : `{${members.join(',')}}`
}
