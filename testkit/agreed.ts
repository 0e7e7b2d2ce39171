/** Returns the hash of the terms that a payment page shows beside its pay button; undefined in another stage. */
export function agreedIn(page: string): string | undefined {
  return /name="agreed" value="([0-9a-f]{64})"/.exec(page)?.[1]
}

/** Returns the fields of the pay form that a payment page shows. */
export function payFieldsIn(page: string): { readonly agreed?: string } {
  const agreed = agreedIn(page)
  return agreed === undefined ? {} : { agreed }
}
