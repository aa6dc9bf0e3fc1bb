import { expect, test } from 'vitest'
import { bodyText } from './body-text.ts'

test.each([
  ['<p>One</p><p>Two</p>', 'One\nTwo'],
  ['<p>One</p>\n\n<p>Two<br>Three</p>', 'One\nTwo\nThree'],
  ['M<b>C</b> <span style="color:red">123456</span>', 'MC 123456'],
  ['<ul><li>One</li><li>Two</li></ul>', 'One\nTwo'],
  ['<table><tr><td>Rate</td><td>$2,450</td></tr><tr><td>MC</td></tr></table>', 'Rate $2,450\nMC'],
  ['&#60;b&#62; &amp; &#x41; &nbsp;&nbsp; &copy;', '<b> & A &copy;'],
  ['  a\n  b\tc  ', 'a b c'],
  ['&#0; &#x110000; &#;', '&#0; &#x110000; &#;'],
  ['1 < 2 <', '1 < 2 <'],
  ['', ''],
])('[D4.7] the text of %j is %j', (html, text) => {
  expect(bodyText(html)).toBe(text)
})
