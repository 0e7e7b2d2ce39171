import { formTokenOf } from '../../platform/people/pages/back-office-visit.ts'
import { hasPermission, type Mode, type Permission, type Role } from '../../platform/people/roles.ts'
import { backOfficePageAssets } from '../../platform/ui/back-office/assets.ts'
import type { BackOfficeFrame, NavItem } from '../../platform/ui/back-office/frame.ts'
import { TestBand } from '../../platform/ui/components/blocks.ts'
import type { IconName } from '../../platform/ui/components/pictures.ts'
import { sameInMode } from './other-mode.ts'
import type { Visit } from './page.ts'

type Page =
  | 'home'
  | 'payments'
  | 'links'
  | 'disputes'
  | 'settlements'
  | 'payouts'
  | 'webhooks'
  | 'keys'
  | 'developers'
  | 'team'
  | 'activity'
  | 'settings'

/** The navigation in its order. A visitor sees an item if the role has its permission. */
const navigation: readonly { readonly page: Page; readonly permission: Permission; readonly isRehearsal?: boolean }[] =
  [
    { page: 'home', permission: 'see_figures' },
    { page: 'payments', permission: 'see_payments' },
    { page: 'links', permission: 'see_payments' },
    { page: 'disputes', permission: 'see_disputes' },
    { page: 'settlements', permission: 'see_settlements' },
    { page: 'payouts', permission: 'see_settlements' },
    { page: 'webhooks', permission: 'see_webhooks' },
    { page: 'keys', permission: 'see_keys' },
    { page: 'developers', permission: 'see_developers', isRehearsal: true },
    { page: 'team', permission: 'see_team' },
    { page: 'activity', permission: 'see_activity' },
    { page: 'settings', permission: 'see_settings' },
  ]

/** Returns the first page that a role may see in a mode, in the order of the navigation. */
export function firstPageOf(base: string, mode: Mode, role: Role): string {
  const first = navigation.find(({ permission }) => hasPermission(role, mode, permission))?.page ?? 'home'
  return first === 'home' ? `${base}/${mode}` : `${base}/${mode}/${first}`
}

/** Returns the frame around a page of the dashboard. */
export function frameOf(visit: Visit): BackOfficeFrame {
  const { session, words, mode, isTest, address, base } = visit
  const { role } = session
  const path = visit.request.url.split('?')[0] ?? ''
  const section = path.slice(base.length).split('/')[2] ?? ''
  const canRehearse = visit.rehearsal !== undefined
  const items = navigation.filter(
    ({ permission, isRehearsal = false }) => visit.may(permission) && (canRehearse || !isRehearsal),
  )
  const placeIn = (of: Mode): string => sameInMode(visit, of) ?? firstPageOf(base, of, role)
  return {
    ...{ words, assets: backOfficePageAssets, home: firstPageOf(base, mode, role), base, place: session.merchantName },
    csrfToken: formTokenOf(visit),
    address: visit.request.url,
    email: session.email,
    merchants: session.merchants.map(({ id, name }) => ({ id, name, isCurrent: id === session.merchantId })),
    nav: items.map(({ page }): NavItem => {
      const at = page === 'home' ? '' : page
      return { href: address(at), label: words.texts[page], icon: page satisfies IconName, isCurrent: section === at }
    }),
    modes: { isTest, test: placeIn('test'), live: placeIn('live') },
    search: visit.may('see_payments')
      ? { action: address('payments'), label: words.texts.searchLabel, value: visit.query('q') ?? '' }
      : undefined,
    band: isTest && TestBand({ words, hint: words.texts.bandHint }),
  }
}
