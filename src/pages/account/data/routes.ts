import type { FastifyInstance } from 'fastify'
import type { Api } from '../../../platform/http/api.ts'
import { hasCsrfToken } from '../../../platform/ui/forms/browser.ts'
import { Actions, Form, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { html, htmlType } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { BackLink } from '../components.ts'
import { csrfSubject, readPageContext } from '../page-context.ts'
import { refusals } from '../refusals.ts'
import { renderSignIn } from '../sign-in-actions.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'
import { openArchive } from './archive.ts'

const schema = { hide: true }

/** Adds `/account/data`: what is kept of the customer, as a ZIP. */
export function addData(server: FastifyInstance, api: Api): void {
  server.get('/account/data', { schema }, async (request, reply) => {
    const context = await readPageContext(api, request, reply)
    const { session, model, words } = context
    const page = session === undefined ? await renderSignIn(api.app, context) : renderData(model, words)
    return reply.type(htmlType).send(page)
  })
  server.post('/account/data', { schema }, async (request, reply) => {
    const { session, scope, browser } = await readPageContext(api, request, reply)
    const fields = (request.body ?? {}) as Readonly<Record<string, unknown>>
    if (session === undefined || !hasCsrfToken(fields, session ?? browser, csrfSubject(scope)))
      throw refusals.noCsrfToken()
    const archive = await openArchive(api.app, session)
    if (archive === undefined) throw refusals.noSuchPurchase()
    reply.header('content-disposition', 'attachment; filename="my-data.zip"')
    return reply.type('application/zip').send(archive)
  })
}

function renderData(model: ViewModel, words: AccountWords): string {
  const { texts } = words
  const content = html`
    ${BackLink({ href: addressOf({ ...model, purchaseId: undefined }), label: texts.back })}
    <section class="hero"><div><h1>${texts.dataTitle}</h1><p class="lead">${texts.dataLead}</p></div></section>
    ${Form({
      action: addressOf({ ...model, purchaseId: undefined }, 'data'),
      csrfToken: model.csrfToken,
      class: 'step',
      children: Actions({ children: PrimaryButton({ words, label: texts.dataDownload }) }),
    })}`
  return renderAccountPage(model, words, { title: texts.dataTitle, path: 'data' }, content)
}
