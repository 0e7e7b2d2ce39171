// The configuration of the Medusa store, as the provider's readme and types describe its options.
module.exports = {
  projectConfig: {
    jwtSecret: 'only-for-this-run',
    cookieSecret: 'only-for-this-run',
    store_cors: 'http://shop.test',
    admin_cors: 'http://shop.test',
    database_type: 'postgres',
    database_url: process.env.DATABASE_URL,
  },
  plugins: [
    'medusa-fulfillment-manual',
    {
      resolve: 'medusa-payment-tabby2',
      options: { merchants: [{ type: 'DEFAULT', currency: 'AED', merchant_code: 'AE' }] },
    },
  ],
  modules: {},
}
