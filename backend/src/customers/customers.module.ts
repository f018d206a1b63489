import { type CustomerListParams, customerQueries } from '#domain/customers/customer.queries.js';
import type { CustomerDetail, CustomerList } from '#domain/customers/customer.views.js';
import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import {
  GetCustomer,
  GetCustomerHandler,
  ListCustomers,
  ListCustomersHandler,
} from './customers.query.js';

const { ListCustomers: list, GetCustomer: detail } = customerQueries;

@Controller()
class CustomersController {
  constructor(private readonly queries: QueryBus) {}

  @Get(list.path)
  list(
    @AsMember() asker: Asker,
    @Query(new SchemaPipe(list.params)) params: CustomerListParams,
  ): Promise<CustomerList> {
    return this.queries.execute(new ListCustomers(asker, params));
  }

  @Get(detail.path)
  customer(
    @AsMember() asker: Asker,
    @Param('customerId') customerId: string,
  ): Promise<CustomerDetail> {
    return this.queries.execute(new GetCustomer(asker, customerId));
  }
}

@Module({
  imports: [AuthModule],
  controllers: [CustomersController],
  providers: [ListCustomersHandler, GetCustomerHandler],
})
export class CustomersModule {}
