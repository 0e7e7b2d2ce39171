import type { ShopScript } from './scripts.ts'

/** The addresses of on-site messaging under one set of names. */
export interface Names {
  readonly scripts: readonly ShopScript[]
  /** The snippet as a page. */
  readonly webView: string
  /** "Learn more" as a page, each followed by the language. The first one is the snippet's. */
  readonly learnMore: readonly [string, ...string[]]
}

export const ownNames: Names = {
  scripts: [
    { path: '/qist-promo.js', name: 'QistPromo', kind: 'promo' },
    { path: '/qist-card.js', name: 'QistCard', kind: 'card' },
  ],
  webView: '/qist-promo.html',
  learnMore: ['/promos/installments/'],
}

/** The names that existing plug-ins and apps have built in (docs/contract/running.md#addresses-of-existing-clients). */
export const aliasNames: Names = {
  scripts: [
    { path: '/tabby-promo.js', name: 'TabbyPromo', kind: 'promo' },
    { path: '/tabby-card.js', name: 'TabbyCard', kind: 'card' },
    { path: '/cms-plugins.js', name: 'TabbyCard', kind: 'card', sessions: 'TabbyCmsPlugins' },
  ],
  webView: '/tabby-promo.html',
  learnMore: ['/promos/product-page/installments/', '/promos/checkout-page/credit-card-installments/'],
}
