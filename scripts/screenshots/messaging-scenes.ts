import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, drawnText, load, openShopPages, type ShopPages, usual } from '../../test/messaging/shop-pages.ts'
import { shrinkPng } from '../small-png.ts'

/** A made-up shop around a snippet. */
const style = `<style>
  body { margin: 0; font: 16px/1.5 system-ui; color: #222; background: #fff }
  main { display: grid; gap: 16px; padding: 20px }
  h1, p { margin: 0 } h1 { font-size: 22px }
  .picture { block-size: 260px; border-radius: 12px; background: linear-gradient(150deg, #dfe7d5, #a9bb93) }
  .price { font-size: 20px; font-weight: 600 }
  .buy, .method { padding: 14px; border-radius: 10px; text-align: center; background: #333; color: #fff }
  .method { background: none; color: inherit; border: 1px solid #ddd; text-align: start }
</style>`

const product = `<main><div class="picture"></div><h1>Linen shirt</h1><p class="price">AED 340.00</p>
  <div id="a"></div><p class="buy">Add to cart</p></main>`

const productAr = `<main><div class="picture"></div><h1>قميص كتان</h1><p class="price">340.00 د.إ.</p>
  <div id="a"></div><p class="buy">أضف إلى السلة</p></main>`

const checkout = `<main><h1>طريقة الدفع</h1><label class="method"><input type="radio"> بطاقة</label>
  <label class="method"><input type="radio" checked> قسط</label>
  <div id="a"></div><p class="buy">إتمام الطلب</p></main>`

interface Scene {
  readonly name: string
  readonly lang: 'en' | 'ar'
  readonly body: string
  readonly height: number
  readonly opensMore?: boolean
}

const scenes: readonly Scene[] = [
  { name: 'product-en-phone', lang: 'en', body: product, height: 560 },
  { name: 'product-ar-phone', lang: 'ar', body: productAr, height: 560 },
  { name: 'more-en-phone', lang: 'en', body: product, height: 720, opensMore: true },
  { name: 'checkout-ar-phone', lang: 'ar', body: checkout, height: 430 },
]

/** Takes pictures of snippets on the pages of a made-up shop. */
export async function takeMessagingScenes(folder: string): Promise<void> {
  const shop = await openShopPages()
  for (const scene of scenes) await takeScene(shop, scene, folder)
  await shop.close()
}

async function takeScene(shop: ShopPages, { name, lang, body, height, opensMore }: Scene, folder: string) {
  const script =
    body !== checkout
      ? load(shop.origin, 'qist-promo') + call('QistPromo', { ...usual, lang })
      : load(shop.origin, 'qist-card') + call('QistCard', { ...usual, lang, header: false })
  const content = `<div dir="${lang === 'ar' ? 'rtl' : 'ltr'}">${body}</div>${script}`
  const options = { head: style, lang, viewport: { width: 390, height }, deviceScaleFactor: 1.5 }
  const { page } = await shop.open(content, options)
  await drawnText(page)
  if (opensMore) {
    await page.locator('#a .more').click()
    await page.locator('dialog').waitFor()
  }
  await writeFile(join(folder, `messaging-${name}.png`), shrinkPng(await page.screenshot({ caret: 'hide' })))
  await page.context().close()
}
