const ipv4 = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '172.16.0.1', '100.64.0.1', '0.0.0.0']
const morePrivate = ['224.0.0.1', '255.255.255.255', '198.18.0.1', '203.0.113.7', '8.8.8.8']

const ipv6 = [
  '::', '::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', 'fe80::1', 'fe80::1%25eth0', 'fe80::1%eth0',
  'fc00::1', 'fd12:3456:789a::1', 'ff02::1', 'fec0::1', '2001:db8::1', '3fff::1', '100::1', '2001::1', '2001:10::1',
  '2001:2::1', '5f00::1', '2606:4700:4700::1111', '64:ff9b:1::a00:1', 'FE80::1', '::FFFF:127.0.0.1', '1::',
] // biome-ignore format: a list is read faster in rows.

const names = [
  'localhost', 'LOCALHOST', 'LocalHost', 'localhost.', 'localhost..', 'a.localhost', 'a.b.localhost', 'localhost.localdomain',
  'loc%61lhost', '%6cocalhost', 'loc\u00adalhost', 'ｌｏｃａｌｈｏｓｔ', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhost。', 'a。localhost', '𝗹𝗼𝗰𝗮𝗹𝗵𝗼𝘀𝘁',
  'intranet', 'server', 'xn--bcher-kva', 'shop', 'com', 'example', 'printer.local', 'a.b.local', 'PRINTER.LOCAL', 'printer.local.',
  'metadata.google.internal', 'db.internal', 'x.INTERNAL', 'nothing.invalid', 'a.invalid.', 'router.home.arpa', 'home.arpa',
  'shop..example', '.shop.example', 'shop.example.', 'shop.example..', '-shop.example', 'shop-.example', 'sh!op.example',
  "sh'op.example", 'sh,op.example', 'shop.example,127.0.0.1', 'shop.1', 'shop.0x7f', '1.2.3.4.5', '256.256.256.256', '1.2.3',
  '127.1.', '0x', '0x.0x.0', 'shop.exa_mple', 'shop.e', 'shop.example;127.0.0.1', 'shop(1).example', 'shop$.example', 'a*.example',
  `${'a'.repeat(64)}.example`, `${'a.'.repeat(127)}example`, `shop.${'e'.repeat(64)}`, '[::1', '::1]', '[]', '[127.0.0.1]', '[::1].example',
  '[::ffff:7f00:1]', '[v1.x]', '',
] // biome-ignore format: a list is read faster in rows.

const whole = [
  'https://user@shop.example/', 'https://user:word@shop.example/', 'https://@shop.example/', 'https://:@shop.example/',
  'https://shop.example@127.0.0.1/', 'https://127.0.0.1@shop.example/', 'https://shop.example:80@127.0.0.1/',
  'https://shop.example%00@127.0.0.1/', 'https://shop.example\\@127.0.0.1/', 'https://shop.example%40127.0.0.1/',
  'https:\\\\shop.example\\hook', 'https:/shop.example/hook', 'https:shop.example/hook', 'https:///shop.example/hook',
  '//shop.example/hook', '/hook', 'shop.example/hook', 'shop.example', 'hook', '', ' ', 'https://', 'https:///', 'https://?x',
  'https://#x', 'ftp://shop.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'ws://shop.example/',
  'wss://shop.example/', 'gopher://shop.example/', 'blob:https://shop.example/x', 'about:blank', 'mailto:a@shop.example',
  'https://shop.example:0/', 'https://shop.example:22/', 'https://shop.example:25/', 'https://shop.example:5432/',
  'https://shop.example:6379/', 'https://shop.example:65536/', 'https://shop.example:99999/', 'https://shop.example:-1/',
  'https://shop.example:x/', 'https://shop.example:１６/', 'https://shop.example: 443/', ' https://shop.example/', 'https://shop.example/ ',
  'https://shop.example/a b', 'https://shop.example/a\tb', 'https://shop.example/a\nb', 'https://shop.example/a\r\nHost: b',
  'https://shop.example/\u0000', 'https://shop.example\u0000.evil.example/', 'ht\ntps://shop.example/', 'https://sho\tp.example/',
  'https://shop.example\\hook', 'https://shop.example/a\\b', 'https://sh op.example/', 'https://sh%20op.example/',
  'https://shop.example%2f@127.0.0.1/', 'https://%31%32%37.0.0.1/', 'https://％31２７.0.0.1/', `https://shop.example/${'a'.repeat(2000)}`,
] // biome-ignore format: a list is read faster in rows.

/** Spellings of addresses that no webhook may have, each a whole URL. */
export const refusedAddresses: readonly string[] = [
  ...new Set([
    ...[...ipv4, ...morePrivate].flatMap(spellings).map((host) => `https://${host}/hook`),
    ...ipv6.map((address) => `https://[${address}]/hook`),
    ...names.map((name) => `https://${name}/hook`),
    ...whole,
  ]),
]

function spellings(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const number = a * 2 ** 24 + b * 2 ** 16 + c * 256 + d
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
  const [high, low] = [hex(a * 256 + b, 4), hex(c * 256 + d, 4)]
  const octal = parts.map((part) => `0${part.toString(8)}`).join('.')
  const digitsFrom = (zero: number): string =>
    address.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  return [
    address, `${address}.`, `${address}:443`, `${address}:8443`, `${address}.:8443`,
    String(number), `${number}.`, `0x${hex(number, 8)}`, `0X${hex(number, 8).toUpperCase()}`, `0${number.toString(8)}`,
    octal, octal.replaceAll('.0', '.000'), parts.map((part) => `0x${part.toString(16)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`, `${a}.${b * 65536 + c * 256 + d}`, `0x${hex(a, 2)}.${b}.${c}.0${d.toString(8)}`,
    digitsFrom(0xff10), digitsFrom(0x1d7ce), digitsFrom(0x1d7f6), address.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
    address.replaceAll('.', '。'), address.replaceAll('.', '．'), address.replaceAll('.', '%2e'), address.replaceAll('.', '｡'),
    address.replace(/\d/, (digit) => `%3${digit}`), address.replace('.', '\u00ad.'),
    `[::ffff:${address}]`, `[::ffff:${high}:${low}]`, `[0:0:0:0:0:ffff:${high}:${low}]`, `[::${address}]`, `[::${high}:${low}]`,
    `[64:ff9b::${address}]`, `[64:ff9b::${high}:${low}]`, `[2002:${high}:${low}::]`, `[2002:${high}:${low}::1]`, `[::ffff:0:${address}]`,
    `[2001:0:${high}:${low}::1]`, `[fe80::${high}:${low}%251]`, `[::ffff:${address}%25lo]`,
  ] // biome-ignore format: a list is read faster in rows.
}
