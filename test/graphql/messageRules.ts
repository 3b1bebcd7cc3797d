/** The documented rules about the messages of update actions that test/graphql/messages.test.ts proves. */
export const messageRules = `
cart-discount.3516f cart-discount.0c47f cart-discount.d5aa3
category.a7e6a
customer.c58f5 customer.1c0a4 customer.781cc customer.a0d3d customer.8a6c3 customer.c1c6f customer.0560c
customer.f7d1f customer.8c9a8 customer.875e4 customer.8af72 customer.3ef14 customer.d4641 customer.56a64
customer.fcc93 customer.e72bd customer.208be customer.ee66d customer.ef28a customer.2951d customer.9d284
discount-code.b9151
discount-group.0150b discount-group.e417c discount-group.9f2c4
inventory.eec42
me.2975c me.9e047 me.4f952 me.40c10 me.18e9a me.e2bec me.8f4b2 me.c0962 me.9fd04 me.d077f me.6fd62 me.6e725
me.b8ce1 me.45419 me.bc6dc
order.3b4fe order.e8e59 order.58ae7 order.6c1a7 order.83e06 order.93ad2 order.90c34 order.f70c2 order.7eabd
order.6f593 order.52b19 order.9cc02 order.26816 order.37c4c order.5c737 order.4e7ee order.3dc96 order.1c9fa
order.ba8db order.8aa02 order.94b86 order.7e0b3 order.31763 order.ca502 order.33222 order.f7fff order.e4601
payment.415d6 payment.74f66 payment.873d9 payment.1e90e payment.10d2c payment.bf920 payment.fc365
payment.3e31d payment.264fe payment.4e797 payment.e86d7 payment.a2767 payment.642c1 payment.9aa6b
payment.85eab payment.976be payment.5ce9f payment.f8fc6 payment.b950e payment.826e2 payment.824b3
product-tailoring.adc4e product-tailoring.e9106 product-tailoring.46212 product-tailoring.76d66
product-tailoring.f8db8 product-tailoring.0840d product-tailoring.7997e product-tailoring.6653d
product-tailoring.b17b1
product.60851 product.ea431 product.ce926 product.06258 product.6556f product.0f563 product.b39c1
product.12aba product.05f80 product.78cd9 product.bf0cd product.4e44c
quote-request.84496 quote-request.e1b83
quote.7a9ef quote.e2e20
review.23c98 review.a7624
shopping-list.85d12 shopping-list.1034a
staged-quote.9dcb0
standalone-price.2c804 standalone-price.91f4a standalone-price.b738c standalone-price.61085
standalone-price.73c9f standalone-price.3be2e standalone-price.8c94c standalone-price.3d983
standalone-price.a12ae standalone-price.f361b standalone-price.f9615 standalone-price.9476e
store.be86d store.9fe06 store.bedbb store.8b65b store.1943a store.8d5b8 store.62dd2
`
  .trim()
  .split(/\s+/);
