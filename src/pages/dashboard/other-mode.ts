import { hasPermission, type Mode } from '../../platform/people/roles.ts'
import type { Page, Visit } from './page.ts'
import { sections } from './sections.ts'

/** Parameters of an address that belong to one answer: the place in a list, or the outcome of a form. */
const passing = ['before', 'older', 'newer', 'position', 'page_token', 'done']

/**
 * Returns the address of this page in a mode, with its search and filters. An object belongs to one mode, so its page
 * leads to the list that it is in. Undefined: the mode, or the person's role in it, has no such page.
 */
export function sameInMode(visit: Visit, mode: Mode): string | undefined {
  const { base, request } = visit
  const [path = '', search = ''] = request.url.split('?')
  const prefix = `${base}/${visit.mode}`
  if (path !== prefix && !path.startsWith(`${prefix}/`)) return undefined
  const pages = new Set(sections.flatMap((section) => section.pages.filter(servedIn(visit, mode))).map(pathOf))
  const own = path.slice(prefix.length)
  let place = own
  while (place !== '' && !pages.has(place)) place = place.slice(0, place.lastIndexOf('/'))
  if (!pages.has(place) || (place === '' && own !== '')) return undefined
  const query = new URLSearchParams(place === own ? search : '')
  for (const name of passing) query.delete(name)
  return `${base}/${mode}${place}${query.size > 0 ? `?${query}` : ''}`
}

const pathOf = ({ path }: Page): string => path

function servedIn({ session, app, base }: Visit, mode: Mode): (page: Page) => boolean {
  // The impersonation view has no developer pages.
  const canRehearse = mode === 'test' && app.config.rehearsal && base === '/dashboard'
  return ({ permission, isRehearsal = false, isFile = false }) =>
    !isFile && (canRehearse || !isRehearsal) && hasPermission(session.role, mode, permission)
}
