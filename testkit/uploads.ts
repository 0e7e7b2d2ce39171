import type { Answer, Caller } from './client.ts'

/** The smallest PNG: one pixel. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const multipartX = 'multipart/form-data; boundary=X'

export const disposition = 'Content-Disposition: form-data; name="attachment"; filename="proof.png"'
const goodHead = `--X\r\n${disposition}\r\nContent-Type: image/png\r\n\r\n`
const goodTail = '\r\n--X--\r\n'

/** Returns the body of an upload, of the type `multipartX`. */
export function formOf(content: Uint8Array, head = goodHead, tail = goodTail): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from(head, 'latin1'), content, Buffer.from(tail, 'latin1')])
}

export function uploadAttachment(caller: Caller): Promise<Answer> {
  const headers = { 'content-type': multipartX }
  return caller.call('POST', '/api/v1/disputes/attachments/upload', formOf(smallPng), headers)
}
