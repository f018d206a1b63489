import { type ItemListParams, catalogueQueries } from '#domain/catalogue/catalogue.queries.js';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import type {
  CategoryList,
  OfferItem,
  OfferList,
  PackageList,
  PackageView,
  ProductItem,
  ProductList,
} from '#domain/catalogue/catalogue.views.js';
import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker } from '../auth/caller.js';
import { FilesModule } from '../api/files/files.module.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import {
  GetItem,
  GetItemHandler,
  ListCategories,
  ListCategoriesHandler,
  ListItems,
  ListItemsHandler,
} from './catalogue.query.js';
import { ShownItems } from './shown-items.js';
import { PublicPagesController } from './public-pages.controller.js';

const {
  ListProducts,
  GetProduct,
  ListPackages,
  GetPackage,
  ListOffers,
  GetOffer,
  ListCategories: categoryList,
} = catalogueQueries;

@Controller()
class CatalogueController {
  constructor(private readonly queries: QueryBus) {}

  @Get(ListProducts.path)
  products(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(ListProducts.params)) params: ItemListParams,
  ): Promise<ProductList> {
    return this.queries.execute(new ListItems('product', asker, params));
  }

  @Get(GetProduct.path)
  product(@AsMember() asker: Asker, @Param('productId') productId: string): Promise<ProductItem> {
    return this.queries.execute(new GetItem('product', asker, productId));
  }

  @Get(ListPackages.path)
  packages(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(ListPackages.params)) params: ItemListParams,
  ): Promise<PackageList> {
    return this.queries.execute(new ListItems('package', asker, params));
  }

  @Get(GetPackage.path)
  package(@AsMember() asker: Asker, @Param('packageId') packageId: string): Promise<PackageView> {
    return this.queries.execute(new GetItem('package', asker, packageId));
  }

  @Get(ListOffers.path)
  offers(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(ListOffers.params)) params: ItemListParams,
  ): Promise<OfferList> {
    return this.queries.execute(new ListItems('offer', asker, params));
  }

  @Get(GetOffer.path)
  offer(@AsMember() asker: Asker, @Param('offerId') offerId: string): Promise<OfferItem> {
    return this.queries.execute(new GetItem('offer', asker, offerId));
  }

  @Get(categoryList.path)
  categories(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(categoryList.params)) { kind }: { readonly kind?: ItemKind | undefined },
  ): Promise<CategoryList> {
    return this.queries.execute(new ListCategories(asker, kind));
  }
}

@Module({
  imports: [AuthModule, FilesModule],
  controllers: [CatalogueController, PublicPagesController],
  providers: [ShownItems, ListItemsHandler, GetItemHandler, ListCategoriesHandler],
  exports: [ShownItems],
})
export class CatalogueModule {}
