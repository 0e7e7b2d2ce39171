import type { FastifyReply } from 'fastify'
import type { Api } from '../http/api.ts'
import type { Server } from '../http/open-server.ts'
import { pathId, requirePathId } from '../http/path-ids.ts'
import { failures } from '../http/schemas.ts'
import { callerOf, requireKey, requireLiveKey } from '../merchants/guards.ts'
import { fileEndings } from './attachments/attachment.ts'
import { type OpenedAttachment, readAttachment } from './attachments/read-attachment.ts'
import { uploadAttachment } from './attachments/upload-attachment.ts'
import { AttachmentParams, FileAnswer, UploadAnswer, UploadInput } from './schemas.ts'

const tags = ['Disputes']
const texts = { decode: 'bad_request', invalid: 'bad_request' }
const keyTexts = {
  401: 'invalid secret key',
  403: 'merchant region does not match cluster region; disputes have no test mode',
}

/** Uploads of evidence files, and the way back to them (decisions section 10). */
export function addAttachmentRoutes(api: Api): void {
  const { app, server } = api
  const liveKey = [requireKey(api, { hideUnknown: true }), requireLiveKey]

  server.get(
    '/api/v1/disputes/attachments/:attachmentId',
    {
      onRequest: [...liveKey, requirePathId('bad_request', 'attachmentId')],
      schema: {
        operationId: 'readAttachment',
        summary: 'Read an attachment',
        description: 'Serves a file to the merchant whose it is, always as a download.',
        tags,
        params: AttachmentParams,
        response: {
          200: FileAnswer,
          ...failures({ 400: 'bad_request', ...keyTexts, 404: 'attachment not found' }),
        },
      },
    },
    async (request, reply) =>
      sendAttachment(reply, await readAttachment(app, callerOf(request), pathId(request, 'attachmentId'))),
  )

  // A scope of its own: here the body is a stream that nobody has read.
  server.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))
    scope.post(
      '/api/v1/disputes/attachments/upload',
      {
        onRequest: liveKey,
        config: { texts },
        // What arrives is judged as it streams in; the schema is for the reference.
        validatorCompiler: () => () => true,
        schema: {
          operationId: 'uploadAttachment',
          summary: 'Upload an attachment',
          description: 'multipart/form-data with one part named `attachment`: a PNG, JPEG or PDF of 1 byte to 5 MiB.',
          tags,
          consumes: ['multipart/form-data'],
          body: UploadInput,
          response: { 200: UploadAnswer, ...failures({ 400: 'bad_request', ...keyTexts }) },
        },
      },
      async (request, reply) => {
        try {
          const { raw } = request
          return { id: await uploadAttachment(app, callerOf(request), raw, raw.headers['content-type']) }
        } catch (error) {
          // What is left of a body that nobody wants to hear ends with the connection.
          if (!request.raw.readableEnded) reply.header('connection', 'close')
          throw error
        }
      },
    )
  })
}

function sendAttachment(reply: FastifyReply, attachment: OpenedAttachment): FastifyReply {
  const name = `attachment-${attachment.id}.${fileEndings[attachment.contentType]}`
  return reply
    .type(attachment.contentType)
    .header('content-length', attachment.bytes)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(attachment.content)
}
