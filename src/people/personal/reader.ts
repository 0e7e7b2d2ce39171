/** Whether a visit may read what names a customer: who bought, and every text that a shop or a customer typed. */
export interface PersonalReader {
  readonly mayReadPersonal: boolean
}

declare const disclosed: unique symbol

/**
 * A value as a visit may see it. Pages draw nothing else: only the functions of this folder make one, so a page that forgets to ask does not
 * compile.
 */
export type Disclosed<T> = T & { readonly [disclosed]: true }

/** Stands where a visit may not read a text. */
export const hiddenText = '•••'

/** The value whole for who may read it, and as `hide` makes it for all others. */
export function disclose<T>({ mayReadPersonal }: PersonalReader, value: T, hide: (value: T) => T): Disclosed<T> {
  return (mayReadPersonal ? value : hide(value)) as Disclosed<T>
}
