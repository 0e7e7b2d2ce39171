import { testGuidesOf } from './test-guides.ts'

testGuidesOf('Take a payment')
