import type { FastifyReply } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { formOf, sendAnswer } from '../../platform/people/pages/answers.ts'
import { registerBackOfficePages } from '../../platform/people/pages/back-office-pages.ts'
import { addPeoplePages } from '../../platform/people/pages/routes.ts'
import { renderBackOfficeError } from '../../platform/ui/back-office/error-page.ts'
import { frameOf } from './frame.ts'
import { impersonationViewOf } from './impersonation.ts'
import type { SupportAnswer, SupportVisit } from './page.ts'
import type { SupportParts } from './parts.ts'
import { refusals } from './refusals.ts'
import { sections } from './sections.ts'
import { readVisit } from './visit.ts'

const schema = { hide: true }

/** The support console (docs/contract/people.md#support-console). */
export function addSupport(api: Api, parts: SupportParts): void {
  addPeoplePages(api, 'support', (request) => frameOf(readVisit(api, parts, request)))
  registerBackOfficePages(api, 'support', {
    addRoutes(server) {
      for (const { pages, forms } of sections) {
        for (const { path, view } of pages) {
          server.get(`/support${path}`, { schema }, async (request, reply) => {
            const visit = readVisit(api, parts, request)
            return send(reply, visit, await view(visit))
          })
        }
        for (const { path, submit } of forms) {
          server.post(`/support${path}`, { schema }, async (request, reply) => {
            const visit = readVisit(api, parts, request)
            return send(reply, visit, await submit(visit, formOf(request)))
          })
        }
      }
      const impersonation = impersonationViewOf(api, parts)
      parts.addImpersonatedDashboard(server, api, impersonation)
      server.get('/support/*', { schema }, async () => {
        throw refusals.noSuchPage()
      })
      server.post(`${impersonation.path}/*`, { schema }, async () => {
        throw refusals.impersonationIsReadOnly()
      })
    },
    renderError: (request, error) => renderBackOfficeError(frameOf(readVisit(api, parts, request)), error),
  })
}

function send(reply: FastifyReply, visit: SupportVisit, answer: SupportAnswer): Promise<FastifyReply> {
  const { isAddressHidden = false } = answer
  return sendAnswer(reply, answer, () => frameOf(visit, isAddressHidden))
}
