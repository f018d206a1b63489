import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Segment } from '../ui/choice.js';
import { type Names, optionsOf } from '../words/i18n.js';
import { ItemList } from './items.page.js';

const shelves: Names<'/catalogue' | '/catalogue/packages'> = { '/catalogue': msg`Products`, '/catalogue/packages': msg`Packages` };

/** `/catalogue` and `/catalogue/packages`: what can be shared, for who does not manage it. */
export default function CataloguePage(): ReactNode {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shelf = pathname === '/catalogue/packages' ? pathname : '/catalogue';
  const kind = shelf === '/catalogue' ? 'product' : 'package';
  const above = (
    <Segment label={t`What is listed`} options={optionsOf(shelves)} value={shelf} onValue={(to) => void navigate(to, { replace: true })} />
  );
  return <ItemList key={kind} kind={kind} title={t`Catalogue`} manages={false} above={above} />;
}
