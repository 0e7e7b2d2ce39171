import { formTokenOf } from '../../platform/people/pages/back-office-visit.ts'
import { backOfficePageAssets } from '../../platform/ui/back-office/assets.ts'
import type { BackOfficeFrame } from '../../platform/ui/back-office/frame.ts'
import type { IconName } from '../../platform/ui/components/pictures.ts'
import type { SupportVisit } from './page.ts'

/** The sections of the navigation, in order. */
const navigation = [
  { page: 'queue', path: '', icon: 'disputes' },
  { page: 'customers', path: 'customers', icon: 'customers' },
  { page: 'merchants', path: 'merchants', icon: 'merchants' },
  { page: 'activity', path: 'activity', icon: 'activity' },
] as const satisfies readonly { page: string; path: string; icon: IconName }[]

/**
 * The frame of a page of the console. `isAddressHidden`: the address contains personal data that the agent may not
 * see yet.
 */
export function frameOf(visit: SupportVisit, isAddressHidden = false): BackOfficeFrame {
  const { words, address, session, request } = visit
  const { texts } = words
  const section = (request.url.split('?')[0] ?? '').split('/')[2] ?? ''
  const isCurrent = (path: string): boolean =>
    section === path ||
    (path === '' && ['referrals', 'disputes', 'defaulted', 'returns', 'return-requests', 'payouts'].includes(section))
  return {
    ...{ words, assets: backOfficePageAssets, home: '/support', base: '/support', place: texts.place },
    csrfToken: formTokenOf(visit),
    address: isAddressHidden ? '' : request.url,
    email: session.email,
    nav: navigation.map(({ page, path, icon }) => {
      return { href: address(path), label: texts.pageNames[page], icon, isCurrent: isCurrent(path) }
    }),
    search: {
      action: address('search'),
      label: texts.searchLabel,
      value: section === 'search' && !isAddressHidden ? (visit.query('q') ?? '') : '',
    },
  }
}
