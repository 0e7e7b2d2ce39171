import type { Api } from '../../platform/http/api.ts'
import { addBackOffice } from '../back-office/routes.ts'
import { frameOf } from './frame.ts'
import { impersonationViewOf } from './impersonation.ts'
import type { SupportAnswer, SupportForm, SupportPage, SupportVisit } from './page.ts'
import type { SupportParts } from './parts.ts'
import { refusals } from './refusals.ts'
import { sections } from './sections.ts'
import { readVisit } from './visit.ts'

/** The support console (docs/contract/people.md#support-console). */
export function addSupport(api: Api, parts: SupportParts): void {
  addBackOffice<SupportVisit, SupportAnswer, SupportPage, SupportForm>(api, {
    ...{ name: 'support', sections },
    places: [{ path: '/support', hasPage: () => true, hasForm: () => true }],
    readVisit: (request) => readVisit(api, parts, request),
    frameOf: (visit, answer) => frameOf(visit, answer?.isAddressHidden),
    ownFrameOf: (visit) => frameOf(visit),
    addOtherRoutes(server) {
      const impersonation = impersonationViewOf(api, parts)
      parts.addImpersonatedDashboard(server, api, impersonation)
      server.post(`${impersonation.path}/*`, { schema: { hide: true } }, async () => {
        throw refusals.impersonationIsReadOnly()
      })
    },
  })
}
