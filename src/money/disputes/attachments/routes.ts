import type { FastifyReply } from 'fastify'
import type { Api } from '../../../platform/http/api.ts'
import { type Guard, pathId, requirePathId } from '../../../platform/http/guard.ts'
import type { Server } from '../../../platform/http/open-server.ts'
import { callerOf, requireKey } from '../../../platform/merchants/guards.ts'
import { FileAnswer, UploadAnswer } from '../answers.ts'
import { refusals } from '../refusals.ts'
import { AttachmentParams, UploadInput } from '../schemas.ts'
import { fileEndings } from './attachment.ts'
import { type OpenedAttachment, readAttachment } from './attachments.ts'
import { uploadAttachment } from './upload-attachment.ts'

const tags = ['Disputes']
const invalid = refusals.badRequest.text

/** Uploads of evidence files, and the way back to them (docs/contract/disputes.md#attachments). */
export function addAttachmentRoutes(api: Api): void {
  const liveKey = [requireKey(api, 'disputes', { liveOnly: true })]
  addReadAttachment(api, [...liveKey, requirePathId(invalid, 'attachmentId')])
  // A scope without parsers: here the body is an unread stream.
  api.server.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))
    addUploadAttachment({ ...api, server: scope }, liveKey)
  })
}

function addReadAttachment({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'readAttachment',
    summary: 'Read an attachment',
    description: 'Serves a file to the merchant whose it is, always as a download.',
    tags,
    params: AttachmentParams,
    response: { 200: FileAnswer },
  }
  const options = { onRequest, config: { refuses: [refusals.attachmentNotFound] }, schema }
  server.get('/api/v1/disputes/attachments/:attachmentId', options, async (request, reply) =>
    sendAttachment(reply, await readAttachment(app, callerOf(request), pathId(request, 'attachmentId'))),
  )
}

function addUploadAttachment({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'uploadAttachment',
    summary: 'Upload an attachment',
    description: 'multipart/form-data with one part named `attachment`: a PNG, JPEG or PDF of 1 byte to 5 MiB.',
    tags,
    consumes: ['multipart/form-data'],
    body: UploadInput,
    response: { 200: UploadAnswer },
  }
  // What arrives is judged as it streams in; the schema is for the reference.
  const validatorCompiler = () => () => true
  const config = { texts: { decode: invalid, invalid } }
  const options = { onRequest, config, validatorCompiler, schema }
  server.post('/api/v1/disputes/attachments/upload', options, async (request, reply) => {
    try {
      const { raw } = request
      return { id: await uploadAttachment(app, callerOf(request), raw, raw.headers['content-type']) }
    } catch (error) {
      // The unread rest of a body ends with the connection.
      if (!request.raw.readableEnded) reply.header('connection', 'close')
      throw error
    }
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
