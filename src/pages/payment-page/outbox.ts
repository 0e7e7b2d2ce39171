import type { FastifyInstance } from 'fastify'
import { parseId } from '../../platform/base/ids.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import { html, htmlType } from '../../platform/ui/html.ts'
import { renderColumnPage } from '../../platform/ui/layout/column-page.ts'
import { pageAssets } from './assets.ts'
import { wordsFor } from './words.ts'

/**
 * Adds `/sandbox/outbox?sessionId=…`: the text messages of a session. Anyone with the session's id may read them.
 * Sandbox only.
 */
export function addOutbox(server: FastifyInstance, { app }: Api): void {
  const words = wordsFor('en', 'AE')
  const { skip, footer } = words.texts
  server.get('/sandbox/outbox', { schema: { hide: true } }, async (request, reply) => {
    const { sessionId } = request.query as { sessionId?: unknown }
    const id = typeof sessionId === 'string' ? parseId(sessionId) : undefined
    const messages = id === undefined ? [] : await app.messengers.test.list(id)
    const page = renderColumnPage(
      { words, title: 'Sandbox outbox', assets: pageAssets, skip, footer },
      html`<main id="main" class="sheet sheet-low">
        <div><h1>Outbox</h1><p class="lead">Text messages of this session, the last one first. In the sandbox nothing is sent.</p></div>
        <ul class="messages">
          ${[...messages]
            .reverse()
            .map(
              (message) =>
                html`<li><p class="soft small"><bdi>${message.to}</bdi> · ${formatSeconds(message.at)}</p><p dir="auto">${message.text}</p></li>`,
            )}
        </ul>
        ${messages.length === 0 && html`<p class="soft">There are none yet.</p>`}
      </main>`,
    )
    return reply.type(htmlType).send(page)
  })
}
