import { expect, test } from 'vitest'
import { brokerDefaultTemplate, carrierDefaultTemplate } from './default-template.ts'
import { completeLoad, fullProfile, minimalLoad } from './placeholders.cases.ts'
import { fillMessage, valuesOf } from './placeholders.ts'

const defaults = [carrierDefaultTemplate, brokerDefaultTemplate]

test.each(defaults)(
  '[D4.3] the Default template “$subject” keeps its brackets inside one paragraph',
  ({ template }) => {
    for (const paragraph of template.split('\n')) expect(paragraph).toMatch(/^<p>(?:[^<[\]]|\[\[[^<[\]]*\]\])*<\/p>$/)
  },
)

test('[D4.3] the Default template of a carrier leaves out what a posting or profile lacks', () => {
  expect(fillMessage(carrierDefaultTemplate, valuesOf(minimalLoad, {}))).toMatchObject({
    subject: 'Rockford, IL to Tulsa, OK',
    html: '<p>Hi,</p>\n<p>We can cover Rockford, IL to Tulsa, OK.</p>\n<p>Can we book it?</p>\n',
  })
  expect(fillMessage(carrierDefaultTemplate, valuesOf(completeLoad, fullProfile))).toMatchObject({
    subject: 'Joliet, IL to Dallas, TX - Sat 11/21 - Van - Ref# Q48213',
    html: [
      '<p>Hi Quillon Logistics,</p>',
      '<p>We can cover Joliet, IL to Dallas, TX on Sat 11/21, ref# Q48213 with a Van, empty in Elgin, IL.</p>',
      '<p>Rate: $2,500 all in for 926 miles.</p>',
      '<p>MC 123456</p>',
      '<p>Can we book it?</p>',
      '<p>Maria Delgado<br />Redbud Carriers</p>',
    ].join('\n'),
  })
})

test('[D4.3] the Default template of a broker leaves out what a posting or profile lacks', () => {
  expect(fillMessage(brokerDefaultTemplate, valuesOf(minimalLoad, {}))).toMatchObject({
    subject: 'Rockford, IL to Tulsa, OK',
    html: expect.stringContaining('<p>Thank you for your interest in Rockford, IL to Tulsa, OK.</p>'),
  })
})
