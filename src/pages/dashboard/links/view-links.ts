import { listLinks } from '../../../money/checkout/links/links.ts'
import { discloseLink } from '../../back-office/disclosure/disclose-link.ts'
import { readOffset } from '../day-filter.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import { linksPage } from './views/links.ts'

const pageSize = 50

/** The list of links. */
export async function viewLinks(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const offset = readOffset(visit.query('offset'))
  const [page, times] = await Promise.all([listLinks(app, actor, { limit: pageSize, offset }), storeTimesOf(visit)])
  const links = page.links.map((link) => discloseLink(visit, link))
  return linksPage(visit, { ...page, links, offset, pageSize, times })
}
