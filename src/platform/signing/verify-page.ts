import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const script = `${read('verify-document.js').replaceAll(/^export /gm, '')}\n${read('verify-in-browser.js')}`
const style = read('verify-page.css')
const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page allows its own script and style, and sends nothing anywhere. */
export const verifyPagePolicy = `default-src 'none'; script-src ${sha256(script)}; style-src ${sha256(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The page that checks a signed document, `/verify.html`: one file, which also works from a disk. */
export const verifyPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Check a signed document</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Check a signed document</h1>
<p>Choose the document and the file of the issuer's keys. Nothing leaves this device, and no network is needed.</p>
<p lang="ar" dir="rtl">اختر المستند وملف مفاتيح الجهة المصدرة. لا يغادر أي شيء هذا الجهاز، ولا حاجة إلى الشبكة.</p>
<form id="check">
<label for="evidence">Document <span lang="ar" dir="rtl">المستند</span></label>
<input id="evidence" name="evidence" type="file" accept=".json,application/json">
<label for="keys">Keys, <code>qist-keys.json</code> <span lang="ar" dir="rtl">المفاتيح</span></label>
<input id="keys" name="keys" type="file" accept=".json,application/json">
</form>
<p id="verdict" role="status" aria-live="polite"></p>
<dl id="content"></dl>
</main>
<noscript><p>This page needs a script. <code>npx qist verify</code> checks documents without a browser.</p></noscript>
<script>${script}</script>
</body>
</html>
`
