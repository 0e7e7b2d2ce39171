/** Whether a visit may read personal data of customers: buyers, and every text that a shop or a customer typed. */
export interface PersonalReader {
  readonly mayReadPersonal: boolean
}

declare const disclosed: unique symbol

/**
 * A value as a visit may see it. Only the functions of this folder make one. Pages take nothing else, so a page that
 * skips them does not compile.
 */
export type Disclosed<T> = T & { readonly [disclosed]: true }

/** Replaces a text that a visit may not read. */
export const hiddenText = '•••'

/** Returns the whole value for a reader of personal data, and `hide(value)` for all others. */
export function disclose<T>({ mayReadPersonal }: PersonalReader, value: T, hide: (value: T) => T): Disclosed<T> {
  return (mayReadPersonal ? value : hide(value)) as Disclosed<T>
}
