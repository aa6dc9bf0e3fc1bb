/**
 * Emails as their programs copy them. The markup has the shape of the public example in `source`; the words are ours.
 */
export type PastedEmail = { name: string; source: string; html: string }

const outlookLine = (text: string) =>
  `<p class="MsoNormal"><span style="font-size:11.0pt;font-family:&quot;Calibri&quot;,&quot;sans-serif&quot;;color:#1F497D">${text}<o:p></o:p></span></p>`
const oldOutlookLine = (text: string) =>
  `<p class=MsoNormal><font size=2 color=navy face=Arial><span lang=EN-US\nstyle='font-size:10.0pt;font-family:Arial;color:navy'>${text}<o:p></o:p></span></font></p>`
const yahooLine = (text: string) =>
  `<div style="font-family:Helvetica Neue,Helvetica,Arial,sans-serif;font-size:16px">${text}</div>`
const talon = 'https://github.com/mailgun/talon: talon-core/tests/fixtures/html_replies/'
const ckeditor = 'https://github.com/ckeditor/ckeditor5: packages/ckeditor5-paste-from-office/tests/_data/'

export const pastedEmails: PastedEmail[] = [
  {
    name: 'Gmail, plain',
    source: `${talon}gmail.html`,
    html: '<div dir="ltr"><div class="gmail_default"><div class="gmail_default" style>Hi, is the load still posted?</div><div class="gmail_default" style><br></div><div class="gmail_default" style>We have a van in Elgin.</div><div class="gmail_default" style>Maria</div>\n</div></div><div class="gmail_extra"><br><br><div class="gmail_quote">On Thu, Nov 19, 2026 at 2:14 PM, Quillon <span dir="ltr">&lt;<a href="mailto:loads@quillon.example" target="_blank">loads@quillon.example</a>&gt;</span> wrote:<br>\n<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex"><div dir="ltr"><div class="gmail_default" style="font-size:small"><div class="gmail_default" style="font-family:arial,sans-serif">\nWhat is your rate?</div></div></div>\n</blockquote></div><br></div>',
  },
  {
    name: 'Gmail, colors and sizes',
    source: 'https://github.com/max-tl-2000/red: server/workers/communication/aws/fixtures/email-size-color.js',
    html: '<div dir="ltr">\n  <font size="6" color="#ff9900">Reefer in Joliet, empty today</font>\n  <div>\n    <br>\n  </div>\n  <div>All-in rate on request</div>\n  <div><br></div>\n  <div>\n    <b>\n      <font color="#0000ff">\n        <i>Team drivers, no touch freight</i>\n      </font>\n    </b> and ELD tracking\n  </div>\n</div>',
  },
  {
    name: 'Outlook 2010',
    source: `${talon}ms_outlook_2010.html`,
    html: `<html>\n<head>\n<meta name="Generator" content="Microsoft Word 14 (filtered medium)">\n<style><!--\n@font-face\n\t{font-family:Calibri;\n\tpanose-1:2 15 5 2 2 2 4 3 2 4;}\n--></style><!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext="edit" spidmax="1026" />\n</xml><![endif]-->\n</head>\n<body lang="EN-US" link="blue" vlink="purple">\n<div class="WordSection1">\n${outlookLine('We can cover Joliet to Dallas.')}\n${outlookLine('Thanks,')}\n${outlookLine('Maria')}\n<p class="MsoNormal"><b><span style="font-size:10.0pt;font-family:&quot;Tahoma&quot;,&quot;sans-serif&quot;">From:</span></b><span style="font-size:10.0pt;font-family:&quot;Tahoma&quot;,&quot;sans-serif&quot;"> Quillon Logistics\n<b>On Behalf Of </b>loads@quillon.example<br>\n<b>Sent:</b> Thursday, November 19, 2026 8:00 AM<br>\n<b>Subject:</b> Posted load<o:p></o:p></span></p>\n<p class="MsoNormal"><o:p>&nbsp;</o:p></p>\n</div>\n</body>\n</html>`,
  },
  {
    name: 'Outlook 2003',
    source: `${talon}ms_outlook_2003.html`,
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">\n<head>\n<!--[if !mso]>\n<style>\nv\\:* {behavior:url(#default#VML);}\n</style>\n<![endif]-->\n</head>\n<body lang=EN-US link=blue vlink=purple>\n<div class=Section1>\n${oldOutlookLine('Is the pickup by appointment?')}\n${oldOutlookLine('<o:p>&nbsp;</o:p>')}\n${oldOutlookLine('Our truck is empty at noon.')}\n<div>\n<div class=MsoNormal align=center style='text-align:center'><font size=3\nface="Times New Roman"><span lang=EN-US style='font-size:12.0pt'>\n<hr size=3 width="100%" align=center tabindex=-1>\n</span></font></div>\n<p class=MsoNormal><b><font size=2 face=Tahoma><span lang=EN-US\nstyle='font-size:10.0pt;font-family:Tahoma;font-weight:bold'>From:</span></font></b><font\nsize=2 face=Tahoma><span lang=EN-US style='font-size:10.0pt;font-family:Tahoma'>\nQuillon dispatch desk <br>\n<b><span style='font-weight:bold'>Sent:</span></b> Friday</span></font></p>\n</div>\n</div>\n</body>\n</html>`,
  },
  {
    name: 'Hotmail',
    source: `${talon}hotmail.html`,
    html: '<html>\n<body class=\'hmmessage\'><div dir=\'ltr\'>Still available?<div><br></div><div>Thanks,</div><div>Maria<br><br><div><hr id="stopSpelling">Date: Thu, 19 Nov 2026<br>Subject: Posted load<br><br><div dir="ltr"><div class="ecxgmail_default" style="font-size:small;">Please send your rate</div><div class="ecxgmail_default" style="font-size:small;"><br></div><div class="ecxgmail_default" style="font-size:small;">\nQuillon</div></div></div></div> \t\t  </div></body>\n</html>',
  },
  {
    name: 'Yahoo',
    source: `${talon}yahoo.html`,
    html: `<div style="font-family:Helvetica Neue,Helvetica,Arial,sans-serif;font-size:16px"class=ydp8a2f2dc5yahoo-style-wrap><div><div>${yahooLine('We ask $2,450 all in.')}${yahooLine('<br clear=none>')}${yahooLine('Redbud Carriers')}<div><br></div></div><br></div><div><br></div></div><div class=yahoo_quoted id=yahoo_quoted_0033794750><div style="font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;font-size:13px;color:#26282a"><div>On Thursday, Quillon wrote:</div><div><br></div><div dir=ltr>What can you do it for?</div></div></div>`,
  },
  {
    name: 'Thunderbird',
    source: `${talon}thunderbird.html`,
    html: '<html>\n  <body bgcolor="#FFFFFF" text="#000000">\n    We have a flatbed.<br>\n    <br>\n    Thanks,<br>\n    Maria<br>\n    <div class="moz-cite-prefix">On 19.11.2026 14:41, Quillon\n      wrote:<br>\n    </div>\n    <blockquote\ncite="mid:x@quillon.example"\n      type="cite">\n      <div dir="ltr">\n        <div class="gmail_default" style="font-size:small">\n          <div class="gmail_default"\n            style="font-family:arial,sans-serif">Tarps needed, four foot drop</div>\n          <div class="gmail_default"\n            style="font-family:arial,sans-serif"><br>\n          </div>\n        </div>\n      </div>\n    </blockquote>\n    <br>\n  </body>\n</html>',
  },
  {
    name: 'Windows Mail',
    source: `${talon}windows_mail.html`,
    html: `<html>\n<body dir="ltr">\n<div data-externalstyle="false" dir="ltr" style="font-family: 'Calibri', 'Segoe UI', 'Meiryo', 'sans-serif';font-size:12pt;"><div>Can we book it?</div><div><br></div><div>Thanks,</div><div>Maria<br></div><div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px; border-top-style: solid;"><div><font face=" 'Calibri', 'Segoe UI', 'sans-serif'" style='line-height: 15pt; letter-spacing: 0.02em; font-family: "Calibri", "Segoe UI", "sans-serif"; font-size: 12pt;'><b>От:</b>&nbsp;<a href="mailto:loads@quillon.example" target="_parent">Диспетчер</a><br><b>Кому:</b>&nbsp;Мария</font></div></div></div>\n</body>\n</html>`,
  },
  {
    name: 'Yandex',
    source: `${talon}yandex_ru.html`,
    html: '<p>We can pick up today.<br /><br />Thanks,<br />Maria<br /><br />19.11.2026, 14:41, "Quillon" &lt;<a href="mailto:loads@quillon.example">loads@quillon.example</a>&gt;:</p><blockquote> What is your MC?<br /><br /> Thanks,<br /> Dana.</blockquote>',
  },
  {
    name: 'Word, bold within text',
    source: `${ckeditor}basic-styles/bold-within-text/input.word2016.html`,
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">\n<body lang=EN-US style='tab-interval:36.0pt'>\n<!--StartFragment-->\n\n<p class=MsoNormal>Rate: <b style='mso-bidi-font-weight:normal'>$2,450</b> all in for the <b style='mso-bidi-font-weight:normal'><span style='color:red'>whole</span></b> trip<o:p></o:p></p>\n\n<!--EndFragment-->\n</body>\n</html>`,
  },
  {
    name: 'Word, a font on each run',
    source: 'https://github.com/lblod/ember-rdfa-editor: tests/unit/utils/convert-ms-word-html-test.ts',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=en-AL style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment--><span style='font-size:14.0pt;font-family:"Calibri",sans-serif; mso-ascii-theme-font:minor-latin;mso-fareast-font-family:Calibri;mso-hansi-theme-font:minor-latin;mso-bidi-font-family:"Times New Roman";mso-ansi-language:#0C00;mso-fareast-language: EN-US'>Truck 14, empty in Elgin at 2 PM</span><!--EndFragment--></body></html>`,
  },
  {
    name: 'Google Docs',
    source: `${ckeditor}basic-styles and tests/filters/removeboldwrapper (the b wrapper with font-weight normal)`,
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Equipment: </span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#cc0000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">53 ft van</span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:italic;text-decoration:underline;vertical-align:baseline;white-space:pre-wrap;"> air ride</span></p></b>',
  },
  {
    name: 'Word online, a list',
    source:
      'https://github.com/microsoft/roosterjs: packages-content-model/roosterjs-content-model-editor/test/editor/plugins/paste/processPastedContentFromWacTest.ts',
    html: '<div class="OutlineElement Ltr"><p class="Paragraph" style="margin: 0px; text-align: left; color: windowtext;"><span class="TextRun" style="font-size: 12pt; font-family: Aptos, sans-serif; line-height: 20px;"><span class="NormalTextRun">We carry:</span></span></p></div><div class="ListContainerWrapper"><ul class="BulletListStyle1"><li class="OutlineElement Ltr" style="margin: 0px 0px 0px 24px; color: windowtext;"><p class="Paragraph" style="margin: 0px; font-weight: normal; font-style: normal;"><span class="TextRun" style="font-size: 12pt; font-family: Aptos, sans-serif;"><span class="NormalTextRun">Dry van</span></span></p></li></ul></div><div class="ListContainerWrapper"><ul class="BulletListStyle1"><li class="OutlineElement Ltr" style="margin: 0px 0px 0px 24px;"><p class="Paragraph" style="margin: 0px;"><span class="TextRun" style="font-size: 12pt; font-family: Aptos, sans-serif; color: rgb(192, 0, 0);">Reefer</span></p></li></ul></div>',
  },
  {
    name: 'A signature as a table',
    source: 'https://github.com/M-J-Robbins/good-email-code: email-enhancements/mso-styles.md',
    html: '<table cellspacing="0" cellpadding="8" border="0" style="border-collapse:collapse;font-family:Verdana,sans-serif;font-size:12px"><tbody><tr><td bgcolor="#f2f2f2" style="padding:10px 14px;vertical-align:middle;border-left:3px solid #0a7d55"><span style="font-size:14px;font-weight:bold;color:#0a7d55">Maria Delgado</span><br><span style="color:#666666">Redbud Carriers</span></td><td width="180" style="text-align:right;color:#333"><a href="tel:+15550100199" style="color:#0a7d55;text-decoration:none">(555) 010-0199</a></td></tr></tbody></table>',
  },
]
