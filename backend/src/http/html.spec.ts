import { expect, test } from '@jest/globals';
import { html } from './html.js';

test('texts are escaped, markup and lists of it are not, and missing values are left out', () => {
  const bold = html`<b>${'a & b'}</b>`;
  const list = [html`<i>1</i>`, html`<i>${2}</i>`];
  expect(html`<p title="${`"><script>'`}">${bold}${list}${undefined}${false}</p>`.markup).toBe(
    '<p title="&quot;&gt;&lt;script&gt;&#39;"><b>a &amp; b</b><i>1</i><i>2</i></p>',
  );
});
