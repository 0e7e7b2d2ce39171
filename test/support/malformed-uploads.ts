import { disposition, formOf, multipartX, smallPng } from '../../testkit/uploads.ts'

/** An upload that must be refused: content type and body. */
export interface MalformedUpload {
  readonly name: string
  readonly contentType: string | undefined
  readonly body: Buffer
}

/** Over a hundred bodies without a valid attachment. */
export function malformedUploads(): MalformedUpload[] {
  return [...cutBodies(), ...wrongTypes(), ...wrongParts(), ...wrongHeaders(), ...wrongContents()]
}

function named(name: string, body: Buffer | string, contentType: string | undefined = multipartX): MalformedUpload {
  return { name, contentType, body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body }
}

function cutBodies(): MalformedUpload[] {
  const whole = formOf(smallPng)
  const closing = whole.lastIndexOf('--X--')
  // A form that is cut before its closing dashes is incomplete.
  const cuts = [...Array(closing + 4).keys()].filter((length) => length % 4 === 0 || length > closing - 4)
  return cuts.map((length) => named(`cut after ${length} bytes`, whole.subarray(0, length)))
}

function wrongTypes(): MalformedUpload[] {
  const types = [
    undefined,
    '',
    'multipart/form-data',
    'multipart/form-data;',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary=Y',
    'multipart/form-data; boundary=x',
    `multipart/form-data; boundary=${'X'.repeat(5_000)}`,
    'multipart/form-data; charset=utf-8',
    'multipart/form-data boundary=X',
    'multipart/mixed; boundary=X',
    'multipart/related; boundary=X',
    'application/json',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; boundary=X',
    'image/png',
    'text/plain; boundary=X',
    '; boundary=X',
    'not a content type',
  ]
  return types.map((contentType) => ({
    name: `content type ${contentType?.slice(0, 60)}`,
    contentType,
    body: formOf(smallPng),
  }))
}

function wrongParts(): MalformedUpload[] {
  const part = (name: string, content = smallPng.toString('latin1')): string =>
    `--X\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${content}\r\n`
  const inner = part('attachment').replaceAll('--X', '--Y')
  return [
    named('an empty body', ''),
    named('only the closing boundary', '--X--\r\n'),
    named('only a line break', '\r\n'),
    named('no boundary at all', smallPng),
    named('boundaries without dashes', `X\r\n${disposition}\r\n\r\nabc\r\nX--\r\n`),
    named('one dash too few', formOf(smallPng).toString('latin1').replaceAll('--X', '-X')),
    named('bare line feeds', formOf(smallPng).toString('latin1').replaceAll('\r\n', '\n')),
    named('another name', `${part('file')}--X--\r\n`),
    named('an empty name', `${part('')}--X--\r\n`),
    named('a name with a space', `${part('attachment ')}--X--\r\n`),
    named('a name in capitals', `${part('ATTACHMENT')}--X--\r\n`),
    named('a name with brackets', `${part('attachment[]')}--X--\r\n`),
    named('two attachments', `${part('attachment')}${part('attachment')}--X--\r\n`),
    named('an attachment and another file', `${part('attachment')}${part('file')}--X--\r\n`),
    named('another file and an attachment', `${part('file')}${part('attachment')}--X--\r\n`),
    named('a thousand parts', `${part('attachment', '').repeat(1_000)}--X--\r\n`),
    named(
      'a nested form',
      `--X\r\n${disposition}\r\nContent-Type: multipart/mixed; boundary=Y\r\n\r\n${inner}--Y--\r\n--X--\r\n`,
    ),
    named('a nested form of the same boundary', `--X\r\n${disposition}\r\n\r\n${part('attachment')}--X--\r\n--X--\r\n`),
    named('nothing but boundaries', '--X\r\n'.repeat(5_000)),
    named('boundaries inside headers', `--X\r\n--X\r\n--X\r\n${disposition}\r\n--X--\r\n`),
    named('a preamble without end', 'p'.repeat(200_000)),
    named('random bytes', Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7_919) % 251))),
    named('NULs', Buffer.alloc(50_000)),
    named('dashes', '-'.repeat(50_000)),
    named('line breaks', '\r\n'.repeat(50_000)),
  ]
}

function wrongHeaders(): MalformedUpload[] {
  const headers = [
    '',
    'Content-Type: image/png',
    'Content-Disposition: form-data',
    'Content-Disposition: form-data; filename="attachment"',
    'Content-Disposition: attachment; name="attachment"',
    'Content-Disposition: form-data; name',
    'Content-Disposition: form-data; name="attach\0ment"',
    'Content-Disposition: form-data; name="attach\nment"',
    'Content-Disposition: form-data; name="attach\rment"',
    'Content-Disposition: form-data; name="../attachment"',
    'Content-Disposition: form-data; name="attachment%00"',
    "Content-Disposition: form-data; name*=utf-8''%ff",
    'Content-Disposition form-data name=attachment',
    ': form-data; name="attachment"',
    'Content-Disposition:',
    '\0\0\0\0',
    ' folded: header',
    `X-Long: ${'h'.repeat(100_000)}`,
    Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`).join('\r\n'),
    '__proto__: polluted',
    'constructor: polluted',
  ]
  return headers.map((header) =>
    named(`header ${JSON.stringify(header.slice(0, 50))}`, formOf(smallPng, `--X\r\n${header}\r\n\r\n`)),
  )
}

function wrongContents(): MalformedUpload[] {
  const contents: Record<string, Buffer | string> = {
    'no bytes': '',
    'one byte': 'a',
    text: 'hello',
    svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    html: '<!doctype html><script>alert(1)</script>',
    gif: 'GIF89a\x01\x00\x01\x00\x00\x00\x00;',
    'gif that is a script': 'GIF89a/*\x00*/=1;alert(1)//',
    webp: 'RIFF\x24\x00\x00\x00WEBPVP8 ',
    bmp: 'BM\x46\x00\x00\x00',
    tiff: 'II*\x00\x08\x00\x00\x00',
    'jpeg-ls': Buffer.from('ffd8fff7000b', 'hex'),
    zip: 'PK\x03\x04\x14\x00\x00\x00\x08\x00',
    'zip that ends as a pdf': 'PK\x03\x04%PDF-1.7 %%EOF',
    gzip: Buffer.from('1f8b080000000000000363000100', 'hex'),
    'html before a pdf': '<html>%PDF-1.7',
    'a space before a pdf': ' %PDF-1.7',
    'half a pdf signature': '%PD',
    'lower-case pdf': '%pdf-1.7',
    'half a png signature': Buffer.from('89504e470d0a', 'hex'),
    'png signature with the line ends changed': Buffer.from('89504e470a1a0a0d', 'hex'),
    'half a jpeg signature': Buffer.from('ffd8', 'hex'),
    'png as base64 text': smallPng.toString('base64'),
    executable: '\x7fELF\x02\x01\x01',
    windows: 'MZ\x90\x00',
    script: '#!/bin/sh\nrm -rf /',
    'png of 65,535 by 65,535 pixels': pngHeader(65_535, 65_535),
    'png of 2 to the 31 by 1 pixels': pngHeader(2 ** 31 - 1, 1),
    'jpeg of 65,535 by 65,535 pixels': Buffer.from('ffd8ffc0001108ffffffff03011100021100031100', 'hex'),
    'a byte more than 5 MiB': Buffer.concat([smallPng, Buffer.alloc(5 * 1024 * 1024 - smallPng.length + 1)]),
    'more than 6 MiB': Buffer.concat([smallPng, Buffer.alloc(7 * 1024 * 1024)]),
  }
  return Object.entries(contents).map(([name, content]) =>
    named(name, formOf(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)),
  )
}

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from(smallPng.subarray(0, 40))
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}
